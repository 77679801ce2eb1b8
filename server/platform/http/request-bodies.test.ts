import { expect, test } from 'vitest';
import { sampleServer, signedIn } from './sample-server.fixture.ts';

const sample = sampleServer();

test('form-encoded and JSON bodies say the same', async () => {
  const expected = {
    status: true,
    info: expect.stringContaining('plan is placed'),
    url: { amount: '12.500000', key: null },
  };
  expect((await sample.post('amount=12.5&level=1')).json()).toEqual(expected);
  const bodies = ['{"amount":"12.5","level":"1"}', '{"amount":12.5,"level":1,"note":null}'];
  for (const body of bodies)
    expect((await sample.post(body, { 'content-type': 'application/json' })).json()).toEqual(expected);
});

test.each([
  ['amount=1&amount=2&level=1', 'fieldRepeated', 400],
  ['amount=1&level=1&role=owner', 'fieldUnknown', 400],
  ['level=1', 'amountMissing', 400],
  ['amount=&level=1', 'amountMissing', 400],
  ['amount=-5&level=1', 'amountInvalid', 400],
  ['amount=1e3&level=1', 'amountInvalid', 400],
  ['amount=0&level=1', 'amountInvalid', 400],
  ['amount=99999999999999999999&level=1', 'amountInvalid', 400],
  ['amount=1', 'levelMissing', 400],
  ['amount=1&level=9999', 'levelUnknown', 404],
  ['level=x&amount=y', 'amountInvalid', 400],
  [`amount=1&level=1&note=${'x'.repeat(70_000)}`, 'tooLarge', 413],
  ['__proto__=1&amount=1&level=1', 'fieldUnknown', 400],
  ['constructor=1&amount=1&level=1', 'fieldUnknown', 400],
  [Array.from({ length: 60 }, (_, at) => `f${at}=1`).join('&'), 'malformedRequest', 400],
  ['%E0%A4%A', 'amountMissing', 400],
])('a body is refused: %$, %s', async (body, code, status) => {
  const answer = await sample.post(body);
  expect(answer.json()).toMatchObject({ status: false, code, url: '' });
  expect(answer.statusCode).toBe(status);
});

test.each([
  ['{"amount":', 'malformedRequest'],
  ['[1,2]', 'malformedRequest'],
  ['"amount"', 'malformedRequest'],
  ['{"amount":{"$gt":0},"level":"1"}', 'fieldInvalid'],
  ['{"amount":["1","2"],"level":"1"}', 'fieldRepeated'],
  ['{"amount":"1","level":"1","note":"\\ud800x"}', 'fieldInvalid'],
  ['{"amount":"1","level":"1","note":"x\\udfff"}', 'fieldInvalid'],
  ['{"amount":"1","level":"1","note":"\\u0000"}', 'fieldInvalid'],
  ['{"__proto__":{"amount":"1"},"level":"1"}', 'malformedRequest'],
  ['', 'malformedRequest'],
])('the JSON body %s is refused as %s', async (body, code) => {
  const answer = await sample.post(body, { 'content-type': 'application/json' });
  expect(answer.json()).toMatchObject({ status: false, code });
  expect(answer.statusCode).toBe(400);
});

test('a body in another form, a broken path and an unknown call are refused in the envelope', async () => {
  expect((await sample.post('<a/>', { 'content-type': 'text/xml' })).json().code).toBe('malformedRequest');
  expect((await sample.app.inject('/api/sample/echo/%E0%A4%A/time/')).json().code).toBe('malformedRequest');
  expect((await sample.app.inject(`/api/sample/echo/${'A'.repeat(5_000)}/time/`)).json()).toMatchObject({
    status: false,
  });
  expect((await sample.app.inject('/api/nothing')).json()).toMatchObject({ code: 'notFound', status: false });
  expect((await sample.app.inject('/api/nothing')).statusCode).toBe(404);
});

test('fields of a call that changes something count in its body alone: a URL is kept by logs and histories', async () => {
  const url = '/api/sample/MOVE?amount=12.5';
  const headers = { ...signedIn, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await sample.app.inject({ method: 'POST', url, payload: 'level=1', headers });
  expect(answer.json()).toMatchObject({ status: false, code: 'amountMissing' });
});

test('a field that stands in the path and in the query is refused, whichever would be meant', async () => {
  const answer = await sample.app.inject('/api/sample/echo/ETH/time/?coin=BTC');
  expect(answer.json()).toMatchObject({ code: 'fieldRepeated' });
});
