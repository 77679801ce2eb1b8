/** A forgotten withdrawal password. */
export const withdrawalPassword = {
  forgotten: 'I have forgotten it',
  remembered: 'I remember it',
  text: 'With your login password and the code in the image you choose a new one. It counts 24 hours later. Until then the old one does, and you can call the new one off on any of your devices.',
  waits: 'A new withdrawal password is waiting',
  waitsText:
    'It counts from {time} on; until then the old one does. If you did not ask for it, call it off and change your login password.',
  keep: 'Call it off',
} as const;
