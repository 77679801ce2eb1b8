import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operatorHeartbeat, operatorStreamPath } from '#contract/operator-events.ts';
import { createConnection } from '#web/platform/stream/connection.ts';
import { gatherHints } from './hints.ts';

function after(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}

/**
 * Follows the operators' stream while the console is open: what changes is read again at once, and all of it when it opens. Returns
 * whether no hint has come for a while.
 */
export function useOperatorStream(): boolean {
  const client = useQueryClient();
  const [isBehind, setBehind] = useState(false);
  useEffect(() => {
    const hints = gatherHints(client, after);
    const connection = createConnection(
      { open: (address) => new EventSource(address), after },
      {
        eventNames: ['changed', operatorHeartbeat],
        address: () => `/api${operatorStreamPath}`,
        onEvent(name, data) {
          if (name === 'changed') hints.add(data);
        },
        onState() {
          setBehind(connection.state === 'behind');
          // No hint came of what changed before: since the first reads of the page, or while the connection was lost.
          if (connection.state === 'live') hints.add('');
        },
      },
    );
    connection.connectSoon();
    return () => {
      connection.disconnect();
      hints.stop();
    };
  }, [client]);
  return isBehind;
}
