// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { askForPasskey, makePasskey } from './passkey-prompt.ts';

const { startRegistration, startAuthentication } = vi.hoisted(() => ({
  startRegistration: vi.fn(),
  startAuthentication: vi.fn(),
}));

vi.mock('@simplewebauthn/browser', () => ({ startRegistration, startAuthentication }));

function onPhone(hostname = 'clearlot.test', hasPasskeys = true): void {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('PublicKeyCredential', hasPasskeys ? class {} : undefined);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const asked = { challenge: 'c1' } as never;
const known = { id: 'k1', rawId: 'k1', type: 'public-key' };

test('a new passkey is sent with what the server reads of it, and nothing else', async () => {
  onPhone();
  startRegistration.mockResolvedValue({
    ...known,
    clientExtensionResults: {},
    response: { clientDataJSON: 'data', attestationObject: 'object', transports: ['internal'] },
  });
  expect(await makePasskey(asked)).toEqual({
    ...known,
    response: { clientDataJSON: 'data', attestationObject: 'object' },
  });
  expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: asked });
});

test('a signature says whose it is where the browser does', async () => {
  onPhone();
  const signed = { clientDataJSON: 'data', authenticatorData: 'more', signature: 'signed' };
  for (const named of [{ userHandle: 'owner' }, {}]) {
    startAuthentication.mockResolvedValueOnce({ ...known, response: { ...signed, ...named, other: 'x' } });
    expect(await askForPasskey(asked)).toEqual({ ...known, response: { ...signed, ...named } });
  }
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: asked });
});

test('a prompt that fails says why: it was closed, the device is known, the address, or something else', async () => {
  onPhone();
  const kinds = {
    NotAllowedError: 'cancelled',
    AbortError: 'cancelled',
    InvalidStateError: 'known',
    SecurityError: 'address',
    NotReadableError: 'failed',
  };
  for (const [name, kind] of Object.entries(kinds)) {
    startRegistration.mockRejectedValueOnce(Object.assign(new Error(name), { name }));
    await expect(makePasskey(asked)).rejects.toMatchObject({ name: 'PasskeyFailure', kind });
  }
});

test('where there can be no passkey nobody is asked', async () => {
  onPhone('192.0.2.7');
  await expect(makePasskey(asked)).rejects.toMatchObject({ kind: 'address' });
  onPhone('clearlot.test', false);
  await expect(askForPasskey(asked)).rejects.toMatchObject({ kind: 'unsupported' });
  expect([startRegistration, startAuthentication].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
