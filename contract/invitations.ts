import * as z from 'zod/mini';
import { milestones, type TeamLevel, teamLevels } from '#core/invitations/rules.ts';
import { invitationCodePattern, moment, textField } from './fields.ts';
import { operation } from './operation.ts';

/** Members of one level are counted exactly up to this many; where there are more, the count stays here. */
export const teamCountMax = 10_000;

const level = z.literal(teamLevels);
const milestone = z.enum(milestones);

/** Points of the `promotion` account: whole numbers. */
const points = z.int();

/** Version of the published rules that gave the points (`teamRules` of `core/invitations/rules.ts`). */
const ruleVersion = z.int();

export const getInvitation = operation({
  summary:
    'The member’s own invitation code, and the inviters who see the member in their team: masked names by level, none where the house invited.',
  method: 'GET',
  path: '/user/invite',
  access: 'member',
  effect: 'read',
  output: z.object({
    code: z.string(),
    /** By level, the nearest first; a name is null of one who deleted the account. */
    inviters: z.array(z.object({ level, name: z.nullable(z.string()) })),
    /** When the member left the inviters’ teams, in product time; null otherwise. */
    leftAt: z.nullable(moment),
    /** What the inviters see the member has learned. */
    milestones: z.array(milestone),
  }),
});

const levelField = z.codec(textField(/^[123]$/, 'teamLevelUnknown', 'teamLevelUnknown'), level, {
  decode: (text) => Number(text) as TeamLevel,
  encode: String,
});

const teamMember = z.object({
  id: z.string(),
  /** Masked; null of one who deleted the account. */
  name: z.nullable(z.string()),
  /** Product time. */
  joinedAt: moment,
  /** What the member learned, and the points that each earned the caller; in the order that they came. */
  rewards: z.array(z.object({ milestone, points, rule: ruleVersion, at: moment })),
});

/** A member of a team, as its inviter sees it. */
export type TeamMember = z.output<typeof teamMember>;

export const getTeam = operation({
  summary:
    'The member’s team by levels 1 to 3: how many there are and the points that they earned by each rule; and the members of one `level`, the newest first, 20 at a time. `before` is the id of the last one seen.',
  method: 'GET',
  path: '/user/team',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    level: z.optional(levelField),
    before: z.optional(textField(/^[0-9A-Za-z]{2,40}$/, 'teamMemberUnknown', 'teamMemberUnknown')),
  }),
  output: z.object({
    levels: z.array(
      z.object({
        level,
        members: z.int(),
        /** Whether there are more than `members` says (see `teamCountMax`). */
        isMore: z.boolean(),
        points: z.object({ firstResult: points, firstWeek: points }),
        /** The versions that these points were earned by, ascending. */
        rules: z.array(ruleVersion),
      }),
    ),
    members: z.array(teamMember),
  }),
  errors: ['teamLevelUnknown', 'teamMemberUnknown'],
});

/** A level of the member’s team in numbers. */
export type TeamLevelSum = z.output<typeof getTeam.output>['levels'][number];

export const getInviter = operation({
  summary:
    'Whose invitation code this is: the masked name, or null for the house. A network that sends unknown codes has to wait.',
  method: 'GET',
  path: '/invitations/inviter',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ code: textField(invitationCodePattern, 'inviteMissing', 'inviteUnknown') }),
  output: z.object({ code: z.string(), name: z.nullable(z.string()) }),
  errors: ['inviteMissing', 'inviteUnknown'],
});

export const leaveTeam = operation({
  summary:
    'Takes the member out of the inviters’ teams for good: from then on neither counted nor named there, nor earning them points. Points given before stay.',
  method: 'POST',
  path: '/invitations/leave',
  access: 'member',
  effect: 'write',
  output: z.object({ leftAt: moment }),
  message: 'teamLeft',
  errors: ['inviterUnset'],
});
