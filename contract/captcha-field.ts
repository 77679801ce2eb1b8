import { textField } from './fields.ts';

/** Answer of a captcha. */
export const captchaPattern = /^[A-Za-z0-9]{1,12}$/;

/** The answer to the captcha, where the form says by its own code that it is missing. */
export const captchaField = textField(captchaPattern, 'captchaMissing', 'captchaWrong');

/** The same beside a password, of which one code says that either is missing. */
export const requiredCaptchaField = textField(captchaPattern, 'passwordAndCodeMissing', 'captchaWrong');
