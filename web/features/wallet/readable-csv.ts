import type { MemberAccountName } from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import type { Format } from '#web/platform/format/use-format.ts';
import type { Translate } from '#web/platform/i18n/text.ts';
import { accountWords } from './words.ts';

interface Reader {
  readonly t: Translate;
  readonly format: Pick<Format, 'fullTime'>;
  readonly tag: string;
  /** Named in the head line; empty where the phone's own is used. */
  readonly zone: string;
}

/** Marks the file as UTF-8 for spreadsheet programs. */
const byteOrderMark = '\ufeff';

/**
 * The plain export (RFC 4180, nothing quoted) in the member's language and time zone: names for codes, the language's decimal sign.
 * No field is typed by anybody, so no formula is among them.
 */
export function readableCsv(plain: string, { t, format, tag, zone }: Reader): string {
  const decimalSign =
    new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const written = (decimal: string) => decimal.replace('.', decimalSign);
  const [, ...lines] = plain.trimEnd().split('\r\n');
  const time = t('wallet.time');
  const head = [
    zone === '' ? time : `${time} (${zone})`,
    ...[t('wallet.movement'), t('wallet.reference'), t('wallet.whichAccount'), t('wallet.asset')],
    ...[t('wallet.amount'), t('wallet.balance'), t('wallet.transfer')],
  ];
  const rows = lines.map((line) => {
    const [at = '', kind = '', reference = '', account = '', asset = '', amount = '', balance = '', transfer = ''] =
      line.split(',');
    return [
      format.fullTime(Date.parse(at)),
      t(`wallet.kind-${kind as TransferKind}`),
      reference,
      accountWords(t, account as MemberAccountName),
      ...[asset, written(amount), written(balance), transfer],
    ];
  });
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return byteOrderMark + [head, ...rows].map((cells) => `${quoted(cells)}\r\n`).join('');
}
