import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Saisissez une adresse e-mail valide.',
  INVALID_ORIGIN: 'Vous ne pouvez pas vous connecter depuis cette URL. Ouvrez celle de Guildhall.',
  VALIDATION_ERROR: 'Vérifiez les champs signalés.',
  RequestValidationError: 'Vérifiez les champs signalés.',
  ResourceNotFound: 'Cet élément n’existe pas ou appartient à une autre organisation.',
  NETWORK: 'Impossible de joindre Guildhall. Vérifiez votre connexion et réessayez.',
  TOO_MANY_REQUESTS: 'Trop de tentatives. Patientez un instant, puis réessayez.',
  UNEXPECTED: 'Une erreur s’est produite de notre côté. Rien n’a été modifié. Réessayez.',
  unknown: 'Cette demande n’a pas été acceptée. Réessayez ou contactez l’assistance avec ce code : {{code}}.',
}
