import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Nic nie zostanie pobrane. Użyj {{card}}, dowolnej przyszłej daty i dowolnego kodu.',
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
  fraudulent: 'Zablokowano: oszustwo',
  savedDeclined: 'Odrzucono teraz i później jako zapisana karta',
  confirmed: 'Wymaga potwierdzenia w banku',
  alwaysConfirmed: 'Wymaga potwierdzenia za każdym razem',
  confirmedDeclined: 'Potwierdzono, potem odrzucono',
  disputed: 'Zapłacono, potem zakwestionowano',
  refundLate: 'Zapłacono, zwroty trwają minutę',
  refundFails: 'Zapłacono, zwroty się nie udają',
  slow: 'Zapłacono po chwili',
  lost: 'Zapłacono, ale odpowiedź ginie',
  doubled: 'Zapłacono i zgłoszono dwa razy',
  declinedLater: 'Odrzucono minutę później',
  savedUncovered: 'Zapłacono teraz, brak środków jako zapisana karta',
  savedExpired: 'Zapłacono teraz, nieważna jako zapisana karta',
}
