import { invitationCodePattern } from '#contract/fields.ts';

/** The address that a member passes on. */
export function invitationLink(origin: string, code: string): string {
  return `${origin}/Invite?code=${encodeURIComponent(code)}`;
}

/** The code of an invitation link as codes are written, or null where it has none that could be one. */
export function codeOfLink(search: string): string | null {
  const code = (new URLSearchParams(search).get('code') ?? '').trim();
  return invitationCodePattern.test(code) ? code.toUpperCase() : null;
}

/** The registration with the code filled in. */
export function registrationPath(code: string): string {
  return `/registe?invite=${encodeURIComponent(code)}`;
}
