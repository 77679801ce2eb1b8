/** The daily check-in. */
export const checkIn = {
  text: 'The points go to your assistance account. You can give them to charity; they are not money and cannot be withdrawn or traded.',
  zone: 'A day begins at midnight of your time zone, {zone}.',
  yourPoints: 'Your assistance points',
  checkIn: 'Check in',
  done: 'Signed in',
  signed: 'Checked in',
  open: 'Not checked in',
} as const;
