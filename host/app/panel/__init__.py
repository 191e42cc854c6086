"""The button and the lamp of an appliance. All of it is optional, and none of it decides anything."""
