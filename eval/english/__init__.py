"""Which intent the lesson suggests to somebody who asks in plain words, without a flag."""
