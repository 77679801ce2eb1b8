import { expect, test } from 'vitest';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { networkPolicy, signInSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import {
  aDayMs,
  countOf,
  createBrowser,
  goodPassword,
  type IdentityNode,
  newBrowser,
  openTestIdentity,
  registerMember,
  tokenOf,
  trySignIn,
  trySignInWithCode,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { signIn } from './sign-in.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

test('a member signs in with the name in any letter case, and gets a new session each time', async () => {
  await registerMember(node, 'SignsIn1');
  const browser = newBrowser();
  const answer = await signIn(node, { username: 'signsin1', password: goodPassword }, browser);
  expect(answer).toEqual({ username: 'SignsIn1' });
  const first = tokenOf(browser);
  expect(await other.sessions.find(first)).toMatchObject({ username: 'SignsIn1' });
  await signIn(node, { username: 'SignsIn1', password: goodPassword }, browser);
  const second = tokenOf(browser);
  expect(second).not.toBe(first);
  expect(await node.sessions.find(first)).toBe('expired');
  expect(await node.sessions.find(second)).toMatchObject({ username: 'SignsIn1' });
});

test('an unknown name and a wrong password get the same answers all the way to the lock, on two nodes', async () => {
  await registerMember(node, 'Existing');
  const story = async (username: string): Promise<string[]> => {
    const browser = newBrowser();
    const answers: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      answers.push(await trySignIn(count % 2 ? node : other, username, 'wrong999', browser));
    }
    answers.push(await trySignIn(node, username, 'wrong999', browser, 'WRONG'));
    answers.push(await trySignInWithCode(other, username, 'wrong999', browser));
    answers.push(await trySignInWithCode(node, username, 'wrong999', browser));
    answers.push(await trySignInWithCode(other, username, goodPassword, browser));
    answers.push(await trySignIn(node, username, goodPassword, browser));
    return answers;
  };
  const known = await story('Existing');
  expect(known).toEqual([
    'wrongCredentials',
    'wrongCredentials',
    'wrongCredentials',
    'captchaMissing',
    'captchaWrong',
    'wrongCredentials',
    'wrongCredentials',
    'signInLocked',
    'signInLocked',
  ]);
  expect(await story('Inexistent')).toEqual(known);
});

test('an unknown name costs a password check like a wrong password does', async () => {
  await registerMember(node, 'Checked1');
  const gate = await openPasswordGate();
  const checked: (string | undefined)[] = [];
  const passwords = {
    ...gate,
    run: <Result>(group: string, work: Parameters<typeof gate.run<Result>>[1]) =>
      gate.run<Result>(group, (verifier) =>
        work({
          matches: (hash, password) => {
            checked.push(hash === undefined ? 'dummy' : 'real');
            return verifier.matches(hash, password);
          },
        }),
      ),
  };
  const browser = newBrowser();
  expect(await trySignIn({ ...node, passwords }, 'Checked1', 'wrong999', browser)).toBe('wrongCredentials');
  expect(await trySignIn({ ...node, passwords }, 'Unchecked', 'wrong999', browser)).toBe('wrongCredentials');
  expect(checked).toEqual(['real', 'dummy']);
});

test('the lock says for how long, lets go after it, and a success clears it', async () => {
  await registerMember(node, 'Locked01');
  const browser = newBrowser();
  for (let count = 0; count < 3; count += 1) await trySignIn(node, 'Locked01', 'wrong999', browser);
  for (let count = 0; count < 2; count += 1) await trySignInWithCode(node, 'Locked01', 'wrong999', browser);
  const locked = signIn(other, { username: 'LOCKED01', password: goodPassword }, browser);
  await expect(locked).rejects.toMatchObject({ code: 'signInLocked', values: { seconds: 15 } });
  accounts.passTime(14_001);
  await expect(signIn(node, { username: 'Locked01', password: goodPassword }, browser)).rejects.toMatchObject({
    values: { seconds: 1 },
  });
  accounts.passTime(999);
  expect(await trySignIn(node, 'Locked01', goodPassword, browser)).toBe('captchaMissing');
  expect(await trySignInWithCode(node, 'Locked01', goodPassword, browser)).toBe('signedIn');
  expect(await trySignIn(node, 'Locked01', 'wrong999', browser)).toBe('wrongCredentials');
});

test('forty tries at one account at once, on two nodes, see the password checked three times', async () => {
  await registerMember(node, 'Stormed1');
  let checks = 0;
  const counting = async (on: IdentityNode): Promise<IdentityNode> => {
    const gate = await openPasswordGate();
    const run: typeof gate.run = (group, work) =>
      gate.run(group, (verifier) =>
        work({
          matches: (hash, password) => {
            checks += 1;
            return verifier.matches(hash, password);
          },
        }),
      );
    return { ...on, passwords: { ...gate, run } };
  };
  const nodes = [await counting(node), await counting(other)] as const;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => trySignIn(nodes[at % 2 ? 0 : 1], 'Stormed1', 'wrong999', newBrowser())),
  );
  expect(checks).toBe(3);
  expect(answers.filter((answer) => answer === 'wrongCredentials')).toHaveLength(3);
  expect(answers.filter((answer) => answer === 'captchaMissing')).toHaveLength(37);
});

test('one address guessing at many accounts is asked for the code, and then locked, on every node', async () => {
  const guesser = newBrowser();
  await registerMember(node, 'Neighbor');
  const answers: string[] = [];
  for (let count = 0; count < 45; count += 1) {
    answers.push(await trySignIn(count % 2 ? node : other, `Victim${count}`, 'wrong999', guesser));
  }
  expect(answers).toEqual([...Array(20).fill('wrongCredentials'), ...Array(25).fill('captchaMissing')]);
  // Its failures up to the last free one, without the time that they would take.
  await accounts.database.pool.query(`update sign_in_failure set failures = $1 where subject = $2`, [
    networkPolicy.freeFailures - 1,
    signInSubjects('', guesser.address, null)[2]?.key,
  ]);
  expect(await trySignInWithCode(node, 'VictimX', 'wrong999', guesser)).toBe('wrongCredentials');
  expect(await trySignInWithCode(other, 'VictimY', 'wrong999', guesser)).toBe('signInLocked');
  expect(await trySignInWithCode(other, 'Neighbor', goodPassword, guesser)).toBe('signInLocked');
  expect(await trySignIn(node, 'Neighbor', goodPassword, newBrowser())).toBe('signedIn');
  accounts.passTime(aDayMs);
});

test('signing in to an own account between two guesses does not help the guesser', async () => {
  await registerMember(node, 'OwnOne01');
  const guesser = newBrowser();
  const answers: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    answers.push(await trySignIn(node, `Other${count}x`, 'wrong999', guesser));
    if (count < 20) expect(await trySignInWithCode(node, 'OwnOne01', goodPassword, guesser)).toBe('signedIn');
  }
  expect(answers.slice(0, 20)).toEqual(Array(20).fill('wrongCredentials'));
  expect(answers.at(-1)).toBe('captchaMissing');
});

test('any number of good sign-ins from one address at once all succeed', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Together${at}`);
  for (const name of names) await registerMember(node, name, newBrowser());
  const browsers = names.map(() => createBrowser('198.51.100.77'));
  const answers = await Promise.all(
    names.map((name, at) => trySignIn(at % 2 ? node : other, name, goodPassword, browsers[at] ?? newBrowser())),
  );
  expect(answers).toEqual(Array(30).fill('signedIn'));
});

test('a full queue answers that we are busy, and counts no failure', async () => {
  await registerMember(node, 'Queueing');
  const passwords = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  let letGo: () => void = () => undefined;
  const inside = passwords.run('inside', () => new Promise<void>((resolve) => (letGo = resolve)));
  const answers: string[] = [];
  const tries = Array.from({ length: 8 }, async () => {
    answers.push(await trySignIn({ ...node, passwords }, 'Queueing', goodPassword, newBrowser()));
  });
  // One waits for the place, which is taken.
  await expect.poll(() => answers).toEqual(Array(7).fill('serverBusy'));
  letGo();
  await Promise.all([inside, ...tries]);
  expect(answers.at(-1)).toBe('signedIn');
  expect(await trySignIn(node, 'Queueing', goodPassword, newBrowser())).toBe('signedIn');
});

test('what is counted keeps neither names nor addresses in words, and old counts are cleared away', async () => {
  const browser = newBrowser();
  await trySignIn(node, 'mypassword1', 'wrong999', browser);
  const { rows } = await accounts.database.pool.query('select * from sign_in_failure');
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toMatch(/mypassword1|192\.0\.2/i);
  accounts.passTime(2 * aDayMs);
  for (let count = 0; count < 20; count += 1) await trySignIn(node, `Sweeper${count}`, 'wrong999', newBrowser());
  expect(await countOf(accounts.database, 'sign_in_failure')).toBeLessThanOrEqual(64);
});
