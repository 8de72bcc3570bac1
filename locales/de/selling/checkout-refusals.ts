import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'Geben Sie mindestens {{bound}} ein.',
  valueHigh: 'Geben Sie höchstens {{bound}} ein.',
  faultInvalid: 'Prüfen Sie dieses Feld.',
  faultAddress: 'Für diese Adresse lässt sich keine Steuer berechnen. Prüfen Sie jeden Teil.',
  faultTaxId: 'Das ist keine Steuernummer dieses Landes.',
  faultDeclined: 'Verwenden Sie eine andere Karte.',
  faultSubscribed: 'Für diese E-Mail-Adresse gibt es schon ein Abonnement. Kündigen Sie es, oder nutzen Sie eine andere.',
  taxUnavailable: 'Die Steuer lässt sich gerade nicht berechnen. Noch wurde nichts abgebucht. Versuchen Sie es später.',
  totalChanged: 'Die Steuer hat die Summe verändert. Prüfen Sie sie. Noch wurde nichts abgebucht.',
  trialUsed: 'Mit dieser Adresse oder Karte gab es schon eine Testphase. Prüfen Sie die Summe. Noch wurde nichts abgebucht.',
}
