import * as z from 'zod/mini';
import { type Weekday, weekdays } from '#core/check-in/week.ts';
import { operation } from './operation.ts';

const weekday = z.literal(weekdays);

/** Points of the `assistance` account: whole numbers. */
const points = z.int();

export const checkIn = operation({
  summary:
    'Checks the member in for the day of the member’s time zone: `points` go to `assistance`. Once a day; `w` is the weekday, Monday 1.',
  method: 'GET',
  path: '/User/signin',
  access: 'member',
  effect: 'write',
  output: z.object({ w: weekday, points }),
  message: 'checkedIn',
  successStatus: 1,
  errors: ['alreadyCheckedIn'],
});

const cellWire = z.object({
  w: weekday,
  /** 1 where the member checked in. */
  sign: z.literal([0, 1]),
  points,
  /** 1 for the day that the member can check in on. */
  today: z.literal([0, 1]),
});

/** One day of the member's week. */
export interface CheckInDay {
  readonly weekday: Weekday;
  readonly isCheckedIn: boolean;
  readonly points: number;
  readonly isToday: boolean;
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

export const getWeek = operation({
  summary: 'The member’s week, Monday to Sunday: points of each day, and where the member checked in.',
  method: 'GET',
  path: '/user/weeksignin',
  access: 'member',
  effect: 'read',
  output: z.codec(z.array(cellWire), z.array(z.custom<CheckInDay>()), {
    decode: (cells) =>
      cells.map(({ w, sign, points: earned, today }) => ({
        weekday: w,
        isCheckedIn: sign === 1,
        points: earned,
        isToday: today === 1,
      })),
    encode: (days) =>
      days.map((day) => ({
        w: day.weekday,
        sign: bit(day.isCheckedIn),
        points: day.points,
        today: bit(day.isToday),
      })),
  }),
});
