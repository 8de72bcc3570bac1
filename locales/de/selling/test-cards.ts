import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Es wird nichts abgebucht: Karte {{card}}, künftiges Datum, beliebiger Code.',
  fillIn: 'Ausfüllen',
  label: 'Testkarte',
  paid: 'Bezahlt',
  declined: 'Abgelehnt',
  insufficientFunds: 'Abgelehnt: nicht gedeckt',
  lostCard: 'Abgelehnt: Karte verloren',
  stolenCard: 'Abgelehnt: Karte gestohlen',
  expiredCard: 'Abgelehnt: Karte abgelaufen',
  incorrectCvc: 'Abgelehnt: falsche Prüfnummer',
  processingError: 'Abgelehnt: Fehler der Bank',
  fraudulent: 'Gesperrt wegen Betrugsverdachts',
  savedDeclined: 'Abgelehnt, auch später als gespeicherte Karte',
  confirmed: 'Bei der Bank zu bestätigen',
  alwaysConfirmed: 'Jedes Mal zu bestätigen',
  confirmedDeclined: 'Bestätigt, dann abgelehnt',
  disputed: 'Bezahlt, dann angefochten',
  refundLate: 'Bezahlt, Erstattung dauert eine Minute',
  refundFails: 'Bezahlt, Erstattung scheitert',
  slow: 'Bezahlt nach kurzer Zeit',
  lost: 'Bezahlt, Antwort geht verloren',
  doubled: 'Bezahlt und doppelt gemeldet',
  declinedLater: 'Nach einer Minute abgelehnt',
  savedUncovered: 'Bezahlt, später als gespeicherte Karte nicht gedeckt',
  savedExpired: 'Bezahlt, später als gespeicherte Karte abgelaufen',
}
