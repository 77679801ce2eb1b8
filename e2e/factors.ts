import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

// Passkeys are bound to a domain: browsers create none for an IP address.
export const namedAddress = `http://localhost:${process.env.E2E_PORT}`;

export interface App {
  /** A code now, or some seconds ahead. */
  readonly codeAt: (laterSeconds?: number) => string;
  readonly backupCodes: readonly string[];
}

/** Turns the authenticator app on in the security centre, where the page is. */
export async function setUpAuthenticator(page: Page, password: string): Promise<App> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const sheet = page.getByRole('dialog');
  const codeAt = authenticatorOf((await sheet.locator('code').textContent()) ?? '');
  await page.getByLabel('Code of the authenticator app').fill(codeAt());
  await page.getByLabel('Login password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(sheet.getByText('They are shown only now.')).toBeVisible();
  const backupCodes = await sheet.locator('li code').allTextContents();
  await sheet.getByRole('button', { name: 'I have kept them' }).click();
  return { codeAt, backupCodes };
}

/** A code of the member's authenticator app, now or some seconds ahead. */
export function authenticatorOf(key: string): (laterSeconds?: number) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  return (laterSeconds = 0) => totp.generate({ timestamp: Date.now() + laterSeconds * 1_000 });
}

/** Another browser, on the login screen. */
export async function newVisitor(browser: Browser): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: namedAddress,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto('/login');
  return page;
}

/** As far as the browser's protocol needs them to be added elsewhere. */
interface PasskeyCredential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly privateKey: string;
  readonly signCount: number;
  readonly rpId?: string;
  readonly userHandle?: string;
}

interface VirtualAuthenticator {
  credentials(): Promise<readonly PasskeyCredential[]>;
  take(credentials: readonly PasskeyCredential[]): Promise<void>;
}

/** A virtual authenticator with user verification, and the passkeys it holds. */
export async function attachAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    async take(credentials) {
      for (const credential of credentials)
        await client.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}
