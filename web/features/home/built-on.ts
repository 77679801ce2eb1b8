/** An open-source project that Clearlot runs on. */
export interface Project {
  readonly name: string;
  /** Empty where it has none. */
  readonly version: string;
  readonly licence: string;
  /** The project's own page, else its repository, else its place in the registry. */
  readonly address: string;
}

/** No packages of the registry. */
const besides: readonly Project[] = [
  { name: 'PostgreSQL', version: '', licence: 'PostgreSQL', address: 'https://www.postgresql.org' },
  {
    name: 'Binance candles by way of DcaTpStrategy',
    version: '',
    licence: 'MIT',
    address: 'https://github.com/typhonun/DcaTpStrategy',
  },
];

/** Open-source projects and recordings that Clearlot runs on, none of them affiliated: the build takes them from the lock file. */
export const builtOn: readonly Project[] = [
  ...((import.meta.env.VITE_BUILT_ON as Project[] | undefined) ?? []),
  ...besides,
];
