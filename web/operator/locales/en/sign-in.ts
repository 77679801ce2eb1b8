export const signIn = {
  title: 'Operator sign-in',
  passkey: 'Sign in with a passkey',
  password: 'Sign in with password and code',
  passwordLabel: 'Password',
  factor: 'Code of the authenticator app',
} as const;
