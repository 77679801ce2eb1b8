import { useEffect } from 'react';
import { useLocation, useNavigator } from '#web/platform/navigation/navigation.tsx';
import { choicesOf, readTradingDraft, searchOf, storeTradingDraft, type TradingChoices } from './trading-choices.ts';

/** The choices in the address, which an address without them gets from the tab's last visit. */
export function useTradingChoices() {
  const navigator = useNavigator();
  const { search } = useLocation();
  const choices = choicesOf(search, readTradingDraft().search);
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

export type Choose = ReturnType<typeof useTradingChoices>['choose'];
