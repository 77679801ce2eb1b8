import * as z from 'zod/mini';
import { type Asset, amount, type Points, parseAmount, points, toDecimal, type Usdt } from '#core/money/amount.ts';
import type { ErrorCode } from './errors.ts';

/** Rows per page of every list that is paged by `before`, the id of the last row seen. */
export const pageSize = 20;

/**
 * Error setting of an input field: `missing` when the field is absent or empty, `invalid` for anything else that is wrong
 * with it. The issue's message is the code.
 */
export const refusedAs = (missing: ErrorCode, invalid: ErrorCode = missing) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined || issue.input === '' ? missing : invalid),
});

/** A text field that must match a pattern. It is not trimmed: the value is validated as it was sent. */
export function textField(pattern: RegExp, missing: ErrorCode, invalid: ErrorCode) {
  return z.string(refusedAs(missing, invalid)).check(z.regex(pattern, refusedAs(missing, invalid)));
}

/** Letters of any script, spaces and the signs that names have. */
export const personNamePattern = /^(?=.*\p{L})[\p{L}\p{M} .,'’·-]{2,60}$/u;

/** A text as it is kept: without spaces around it, with single ones inside, its characters composed (Unicode NFC). */
export function tidied(text: string): string {
  return text.trim().replace(/ +/g, ' ').normalize('NFC');
}

/** A text field whose tidied form must match a pattern: what is stored has the length that was checked. */
export function tidyTextField(pattern: RegExp, missing: ErrorCode, invalid: ErrorCode) {
  const refused = refusedAs(missing, invalid);
  return z.string(refused).check(z.refine((text) => pattern.test(tidied(text)), refused));
}

const wholeNumberPattern = /^\d{1,9}$/;

/** Whole number from 0, at most nine digits. */
export function wholeNumberField(missing: ErrorCode, invalid: ErrorCode) {
  return z.codec(textField(wholeNumberPattern, missing, invalid), z.number(), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  });
}

/** Positive USDT amount as a decimal string with at most 6 decimals. */
export function positiveUsdtField(missing: ErrorCode, invalid: ErrorCode) {
  const wire = z
    .string(refusedAs(missing, invalid))
    .check(z.refine((text) => (parseAmount('USDT', text) ?? 0n) > 0n, refusedAs(missing, invalid)));
  return z.codec(wire, z.custom<Usdt>(isAmount), {
    decode: (text) => parseAmount('USDT', text) as Usdt,
    encode: (value) => toDecimal('USDT', value),
  });
}

/** A tick box: "1", "true" or "on" is ticked, and nothing else is accepted. */
export function tickedField(missing: ErrorCode) {
  return z.codec(z.enum(['1', 'true', 'on'], refusedAs(missing)), z.literal(true), {
    decode: () => true as const,
    encode: () => '1' as const,
  });
}

function isAmount(value: unknown): boolean {
  return typeof value === 'bigint';
}

const decimalText = z.string().check(z.refine((text) => parseAmount('USDT', text) !== null));

/** USDT in responses: a decimal string with all six decimals, signed. */
export const usdtText = z.codec(decimalText, z.custom<Usdt>(isAmount), {
  decode: (text) => parseAmount('USDT', text) as Usdt,
  encode: (value) => toDecimal('USDT', value),
});

/** Points in responses: a whole number, signed. */
export const pointsCount = z.codec(z.int(), z.custom<Points>(isAmount), {
  decode: (count) => points(BigInt(count)),
  encode: Number,
});

/** A moment in responses: ISO 8601 in UTC on the wire, milliseconds since 1970 in the domain. */
export const moment = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (milliseconds) => new Date(milliseconds).toISOString(),
});

/** An invitation code, in either case. */
export const invitationCodePattern = /^[A-Za-z0-9]{4,16}$/;

/** Minor units of an amount on the wire. A text that is no amount of the asset is an issue of what is being decoded. */
export function minorUnits(asset: Asset, text: string, { issues }: z.core.ParsePayload): bigint {
  const units = parseAmount(asset, text);
  if (units === null) issues.push({ code: 'custom', input: text, message: `no amount of ${asset}` });
  return units ?? 0n;
}

/** An amount of an asset on the wire: a decimal string, signed. */
export const decimal = (asset: Asset, value: bigint): string => toDecimal(asset, amount(asset, value));
