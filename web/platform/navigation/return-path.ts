/** Query parameter of /login that says where to go afterwards. */
export const returnParameter = 'next';

/** The login address that comes back to `path` (path, query and fragment). */
export function loginPath(path: string): string {
  return path === '/' || path === '/homeTab' ? '/login' : `/login?${new URLSearchParams({ [returnParameter]: path })}`;
}

/** Where to go after signing in. Only paths of this app are followed, whatever the address says. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get(returnParameter) ?? '';
  return /^\/(?![/\\])[\w/?&=%.-]*$/.test(wanted) && !/^\/(login|registe)\b/i.test(wanted) ? wanted : '/homeTab';
}
