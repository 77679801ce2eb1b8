import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { operation } from './operation.ts';
import { permissions } from './roles.ts';

/** Wall time that one point of the last hour's charts covers, and one of the last day's, in ms. */
export const healthPointMs = { hour: 60_000, day: 600_000 } as const;

/** The jobs that nodes run by turns. */
export const scheduledJobs = [
  'log of operators',
  'missed push messages',
  'recoveries',
  'trial balance',
  'unused images',
] as const;

/** A job that nodes run by turns. */
export type ScheduledJob = (typeof scheduledJobs)[number];

const healthPoint = z.object({
  /** Wall time at which the point's span begins. */
  at: moment,
  /** Processes that measured in the span. */
  nodes: z.int(),
  requests: z.int(),
  /** Requests refused by a code of the contract. */
  refusals: z.int(),
  /** Requests that failed by a fault of the server. */
  failures: z.int(),
  /** The slowest node's 95th percentile of response times, as the upper bound of its histogram bucket; null without requests, or above 2.5 s. */
  p95Ms: z.nullable(z.number()),
  /** Most transfers that waited for a ledger batch at the end of a minute. */
  ledgerWaiting: z.int(),
  ledgerBatches: z.int(),
  ledgerTransfers: z.int(),
  /** The longest 99th percentile of a node's event loop delay. */
  eventLoopMs: z.number(),
});

/** Load of all nodes together over one span of a chart. */
export type HealthPoint = z.output<typeof healthPoint>;

export const getHealth = operation({
  summary:
    'Load, errors, slow calls and ledger batches of the last hour and the last day, as the running nodes measured them each minute, and when each background job is due.',
  method: 'GET',
  path: '/operator/health',
  access: { role: permissions.readHealth },
  effect: 'read',
  output: z.object({
    /** Wall time. */
    measuredAt: moment,
    /** Processes that measured within the last two minutes. */
    nodes: z.int(),
    hour: z.array(healthPoint),
    day: z.array(healthPoint),
    /** The operations with the slowest minute of the last hour, slowest first. */
    slowest: z.array(z.object({ operation: z.string(), calls: z.int(), slowestMeanMs: z.number() })),
    jobs: z.array(z.object({ name: z.string(), dueAt: moment, isOverdue: z.boolean() })),
  }),
});
