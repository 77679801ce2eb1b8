import { textField } from './fields.ts';

/** A member, by the number of 16 digits that the member is known by outside. */
export const memberField = textField(/^\d{16}$/, 'memberMissing', 'memberUnknown');
