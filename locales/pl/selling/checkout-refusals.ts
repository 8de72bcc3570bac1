import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'Wpisz {{bound}} lub więcej.',
  valueHigh: 'Wpisz {{bound}} lub mniej.',
  faultInvalid: 'Sprawdź to pole.',
  faultAddress: 'Nie można obliczyć podatku dla tego adresu. Sprawdź każdą jego część.',
  faultTaxId: 'To nie jest numer podatkowy tego kraju.',
  faultDeclined: 'Użyj innej karty.',
  faultSubscribed: 'Z tym adresem e-mail jest tu już powiązana subskrypcja. Najpierw ją anuluj albo użyj innego adresu e-mail.',
  taxUnavailable: 'Nie można teraz obliczyć podatku. Nic nie pobrano. Spróbuj ponownie za minutę.',
  totalChanged: 'Podatek zmienił kwotę do zapłaty. Sprawdź ją, a potem zapłać. Nic jeszcze nie pobrano.',
  trialUsed: 'Z tym adresem lub tą kartą wykorzystano już okres próbny. Strona pokazuje teraz kwotę do zapłaty dzisiaj. Nic nie pobrano.',
}
