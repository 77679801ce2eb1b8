import * as z from 'zod/mini';
import { textField } from './fields.ts';
import { operatorRoles } from './roles.ts';

/** Name of an operator: lower case, so that a name has one spelling. */
export const operatorPattern = /^[a-z][a-z0-9._-]{1,39}$/;

/** Name of an operator, as a field. */
export const operatorField = textField(operatorPattern, 'operatorMissing', 'operatorInvalid');

/** Role of an operator, as a field. */
export const roleField = z.enum(operatorRoles, { error: () => 'roleUnknown' });

/** Code of the operator's authenticator app, as it is typed: operators have no backup codes. */
export const operatorCodeField = textField(/^[\s\S]{1,64}$/, 'operatorCodeMissing', 'secondFactorWrong');

/** Token of the one-time link that enrols an operator. */
export const linkTokenField = textField(/^[A-Za-z0-9_-]{43}$/, 'operatorLinkInvalid', 'operatorLinkInvalid');

/** Why an operator does something: 3 to 200 characters in one line. */
const operatorReasonPattern = /^[^\p{Cc}\p{Cf}]{3,200}$/u;

/** The reason of an act, as a field. */
export const operatorReasonField = textField(operatorReasonPattern, 'actReasonMissing', 'actReasonInvalid');
