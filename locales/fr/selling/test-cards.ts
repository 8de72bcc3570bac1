import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Rien n’est débité. Utilisez {{card}}, une date future et un code au choix.',
  fillIn: 'Remplir',
  label: 'Carte de test',
  paid: 'Payé',
  declined: 'Refusé',
  insufficientFunds: 'Refusé : fonds insuffisants',
  lostCard: 'Refusé : carte perdue',
  stolenCard: 'Refusé : carte volée',
  expiredCard: 'Refusé : carte expirée',
  incorrectCvc: 'Refusé : code de sécurité incorrect',
  processingError: 'Refusé : erreur de la banque',
  fraudulent: 'Bloqué pour suspicion de fraude',
  savedDeclined: 'Refusé maintenant, puis comme carte enregistrée',
  confirmed: 'À confirmer auprès de la banque',
  alwaysConfirmed: 'À confirmer à chaque fois',
  confirmedDeclined: 'Confirmé, puis refusé',
  disputed: 'Payé, puis contesté',
  refundLate: 'Payé, les remboursements prennent une minute',
  refundFails: 'Payé, les remboursements échouent',
  slow: 'Payé après un instant',
  lost: 'Payé, mais la réponse est perdue',
  doubled: 'Payé et signalé deux fois',
  declinedLater: 'Refusé une minute plus tard',
  savedUncovered: 'Payé maintenant, fonds insuffisants une fois la carte enregistrée',
  savedExpired: 'Payé maintenant, expirée une fois la carte enregistrée',
}
