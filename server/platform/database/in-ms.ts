/** A row of `Stored` as the driver reads it: those moments are Dates. */
export type Dated<Stored, Moments extends keyof Stored> = Omit<Stored, Moments> & {
  readonly [Name in Moments]: null extends Stored[Name] ? Date | null : Date;
};

/** A row with its moments in ms since 1970 UTC. */
export type InMs<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? number : Row[Name] extends Date | null ? number | null : Row[Name];
};

export function inMs<Row extends object>(row: Row): InMs<Row> {
  const values = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]);
  return Object.fromEntries(values) as InMs<Row>;
}
