import { useEffect } from 'react';
import { useLocation, useNavigator } from '#web/platform/navigation/navigation.tsx';
import { choicesOf, readTradingDraft, searchOf, storeTradingDraft, type TradingChoices } from './trading-choices.ts';

/** The choices in the address, which an address without them gets from the tab's last visit; without a coin there either, `firstCoin`. */
export function useTradingChoices(firstCoin: string) {
  const navigator = useNavigator();
  const { search } = useLocation();
  const before = readTradingDraft().search;
  const named = choicesOf(search, before);
  const choices = isCoinIn(search) || isCoinIn(before) ? named : { ...named, coin: firstCoin };
  const wanted = choices.coin === null ? search : searchOf(choices);
  const choose = (changes: Partial<TradingChoices>) => {
    const next = searchOf({ ...choices, ...changes });
    // Before the address, which may become empty.
    storeTradingDraft({ ...readTradingDraft(), search: next });
    navigator.replaceSearch(next);
  };
  useEffect(() => navigator.replaceSearch(wanted));
  return { choices, choose };
}

const isCoinIn = (search: string): boolean => new URLSearchParams(search).has('coin');

export type Choose = ReturnType<typeof useTradingChoices>['choose'];
