/** The most coins that a round names. Apart from the beacons, whose hashes the shapes of answers do not need. */
export const beaconCoinsMax = 100;
