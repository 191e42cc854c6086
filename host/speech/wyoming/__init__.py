"""Wyoming, the voice protocol of Home Assistant and Rhasspy: ears, voice, microphone, loudspeaker on other machines.

Each is one more adapter at the protocols of `host.speech.ports`. Nothing in here opens a socket unless an address was
configured, and nothing needs the package ``wyoming`` before that.
"""
