import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Nie pobierzemy żadnej opłaty. Użyj karty {{card}}, dowolnej przyszłej daty i dowolnego kodu.',
  fillIn: 'Wypełnij',
  label: 'Karta testowa',
  paid: 'Zapłacono',
  declined: 'Odrzucono',
  insufficientFunds: 'Odrzucono: brak środków',
  lostCard: 'Odrzucono: karta zgubiona',
  stolenCard: 'Odrzucono: karta skradziona',
  expiredCard: 'Odrzucono: karta nieważna',
  incorrectCvc: 'Odrzucono: błędny kod zabezpieczający',
  processingError: 'Odrzucono: błąd banku',
  fraudulent: 'Zablokowano: podejrzenie oszustwa',
  savedDeclined: 'Odrzucono, także później jako zapisana karta',
  confirmed: 'Wymaga potwierdzenia w banku',
  alwaysConfirmed: 'Wymaga potwierdzenia za każdym razem',
  confirmedDeclined: 'Potwierdzono, potem odrzucono',
  disputed: 'Zapłacono, potem zakwestionowano',
  refundLate: 'Zapłacono, zwrot trwa minutę',
  refundFails: 'Zapłacono, zwrot się nie powiedzie',
  slow: 'Zapłacono po chwili',
  lost: 'Zapłacono, ale odpowiedź ginie',
  doubled: 'Zapłacono i zgłoszono dwa razy',
  declinedLater: 'Odrzucono minutę później',
  savedUncovered: 'Zapłacono, później na zapisanej karcie brak środków',
  savedExpired: 'Zapłacono, później zapisana karta jest nieważna',
}
