import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/v4/core';
import { accountHeader, usernamePattern } from '#contract/account-name.ts';
import { idempotencyHeader, stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { localeHeader, locales } from '#contract/locale.ts';
import { isForOperators, type NamedOperation, type Operation } from '#contract/operation.ts';
import { operatorCookieName, sessionCookieName } from '../session.ts';

/** Refusals that any operation may return beside those it lists. */
const commonErrors: readonly ErrorCode[] = [
  'otherAccount',
  'crossSiteRefused',
  'tooManyRequests',
  'tooLarge',
  'malformedRequest',
  'fieldMissing',
  'fieldInvalid',
  'fieldRepeated',
  'fieldUnknown',
  'serverBusy',
  'internalError',
];

/** Refusals that any operation that is not public may return as well. */
const accessErrors: readonly ErrorCode[] = ['notSignedIn', 'sessionExpired', 'notPermitted'];

/** Refusals that any operation with an idempotency key may return as well. */
const keyedErrors: readonly ErrorCode[] = ['idempotencyKeyInvalid', 'idempotencyKeyReused', 'requestInProgress'];

type Json = Readonly<Record<string, unknown>>;

/** The contract as an OpenAPI 3.1 document. Other calls have their turn after each operation. */
export async function describeApi(operations: readonly NamedOperation[]): Promise<Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const named of operations) {
    await setImmediate();
    const path = `/api${named.operation.path}`;
    paths[path] = { ...paths[path], [named.operation.method.toLowerCase()]: describeOperation(named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clearlot',
      version: '1',
      description:
        'Every call answers the envelope { status, info, url }, with a machine-readable `code` on a refusal. Paths are matched without regard to letter case. All money is paper money.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map((one) => one.feature))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
        operator: { type: 'apiKey', in: 'cookie', name: operatorCookieName },
      },
    },
  };
}

/** Every error code of an operation, its own first. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const isKeyed = operation.effect === 'money';
  return [
    ...operation.errors,
    ...(operation.access === 'public' ? [] : accessErrors),
    ...(isKeyed ? keyedErrors : []),
    ...commonErrors.filter((code) => {
      if (code === 'crossSiteRefused') return operation.effect !== 'read';
      return code !== 'otherAccount' || !isForOperators(operation);
    }),
  ];
}

/** The wire fields of an operation's input. */
export function inputFieldsOf(
  operation: Operation,
): { name: string; in: 'path' | 'query' | 'body'; required: boolean; schema: Json }[] {
  const { properties, required } = wireSchema(operation.input) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const isInPath = operation.path.includes(`{${name}}`);
    const place = isInPath ? 'path' : operation.method === 'GET' ? 'query' : 'body';
    return { name, in: place, required: isInPath || (required ?? []).includes(name), schema };
  });
}

function describeOperation({ feature, name, operation }: NamedOperation): Json {
  const fields = inputFieldsOf(operation);
  const bodyFields = fields.filter((field) => field.in === 'body');
  const parameters = fields.filter((field) => field.in !== 'body');
  return {
    operationId: name,
    tags: [feature],
    summary: operation.summary,
    ...describeAccess(operation),
    parameters: [...parameters, ...headerParameters(operation)],
    ...(bodyFields.length > 0 ? { requestBody: describeBody(bodyFields) } : {}),
    ...(operation.upload ? { requestBody: describeUpload(operation.upload.part) } : {}),
    responses: describeResponses(operation),
  };
}

/** Of an operation for operators the roles that may call it, of which one is enough. */
function describeAccess({ access }: Operation): Json {
  if (access === 'public') return {};
  return { security: access === 'member' ? [{ session: [] }] : access.role.map((role) => ({ operator: [role] })) };
}

function describeBody(fields: readonly { name: string; required: boolean; schema: Json }[]): Json {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  };
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
  };
}

function describeUpload(part: string): Json {
  const properties = { [part]: { type: 'string', contentMediaType: 'application/octet-stream' } };
  const schema = { type: 'object', properties, required: [part], additionalProperties: false };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function headerParameters(operation: Operation): Json[] {
  const header = (name: string, description: string, schema: Json, required = false): Json => ({
    name,
    in: 'header',
    required,
    description,
    schema,
  });
  return [
    header(localeHeader, 'Language of `info`', { type: 'string', enum: locales }),
    ...(isForOperators(operation)
      ? []
      : [
          header(accountHeader, 'The account that the caller shows; a session of another one is refused', {
            type: 'string',
            pattern: usernamePattern.source,
          }),
        ]),
    ...(operation.effect === 'read'
      ? []
      : [
          header(stateChangeHeader, 'Stands on every call that changes state', { const: stateChangeHeaderValue }, true),
        ]),
    ...(operation.effect === 'money'
      ? [
          header(
            idempotencyHeader,
            'The same key never moves money twice. Without one, one call at a time is accepted',
            {
              type: 'string',
              minLength: 8,
              maxLength: 128,
            },
          ),
        ]
      : []),
  ];
}

function describeResponses(operation: Operation): Json {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => errorStatus[code]);
  const refusals = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: envelopeSchema({ status: { const: false }, code: { enum: codes } }) } },
    },
  ]);
  const carried = { [operation.answerIn]: wireSchema(operation.output) };
  const answer = envelopeSchema({ status: { const: true }, ...carried });
  return {
    200: { description: operation.summary, content: { 'application/json': { schema: answer } } },
    ...Object.fromEntries(refusals),
  };
}

function envelopeSchema(properties: Json): Json {
  return { type: 'object', properties: { info: {}, url: {}, ...properties }, required: ['status', 'info', 'url'] };
}

function wireSchema(schema: z.$ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
