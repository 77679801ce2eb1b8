/** The digits of a card number as typed, without the spaces and hyphens between them. */
export function cardDigits(text: string): string {
  return text.replace(/[ -]/g, '');
}

const digitsPattern = /^\d{12,19}$/;

/** Whether these are the digits of a card number: 12 to 19 of them, not all the same, with the check digit of ISO/IEC 7812-1 (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!digitsPattern.test(digits) || new Set(digits).size === 1) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The last four digits: all that is kept readable of a card number. */
export function lastFourOf(digits: string): string {
  return digits.slice(-4);
}

/** How a card is shown. */
export function maskedCard(lastFour: string): string {
  return `**** **** **** ${lastFour}`;
}
