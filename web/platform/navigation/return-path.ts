/** Query parameter of /login with the path to return to. */
const returnParameter = 'next';

/** The address of the login that returns to `path` (path, query and fragment). */
export function loginPath(path: string): string {
  return path === '/' || path === '/homeTab' ? '/login' : `/login?${new URLSearchParams({ [returnParameter]: path })}`;
}

/** The path to go to after sign-in. Anything but a path of this app is ignored: no open redirect. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get(returnParameter) ?? '';
  return /^\/(?![/\\])[\w/?&=%.-]*$/.test(wanted) && !/^\/(login|registe)\b/i.test(wanted) ? wanted : '/homeTab';
}
