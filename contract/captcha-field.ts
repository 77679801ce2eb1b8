import { textField } from './fields.ts';

/** The letters typed from a captcha. */
const captchaPattern = /^[A-Za-z0-9]{1,12}$/;

/** The same, for a form whose refusal of a missing captcha has a code of its own. */
export const captchaField = textField(captchaPattern, 'captchaMissing', 'captchaWrong');

/** The same beside a password, of which one code says that either is missing. */
export const requiredCaptchaField = textField(captchaPattern, 'passwordAndCodeMissing', 'captchaWrong');
