/** How often an open list of work is read again, where nothing announces a change sooner. */
export const refreshMs = 10_000;
