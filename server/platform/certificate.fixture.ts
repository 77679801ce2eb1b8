import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A certificate for the name, signed by an authority made for it alone. */
export async function makeCertificate(
  name: string,
): Promise<{ readonly key: string; readonly certificate: string; readonly authority: string }> {
  const crypto = webcrypto as unknown as Crypto;
  x509.cryptoProvider.set(crypto);
  const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [ofAuthority, ofServer] = await Promise.all([newKeys(), newKeys()]);
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 24 * 3_600_000) };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...dates,
    name: 'CN=Authority of a test',
    keys: ofAuthority,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...dates,
    subject: `CN=${name}`,
    issuer: authority.subject,
    publicKey: ofServer.publicKey,
    signingKey: ofAuthority.privateKey,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', ofServer.privateKey), 'PRIVATE KEY');
  return { key, certificate: certificate.toString('pem'), authority: authority.toString('pem') };
}
