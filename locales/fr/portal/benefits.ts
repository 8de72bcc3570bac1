import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Ce qui est inclus dans vos achats.',
  empty: 'Aucun avantage pour l’instant',
  emptyText: 'Vous trouverez ici vos téléchargements, clés de licence et adhésions chez {{merchant}}.',
  pendingText: 'La préparation est en cours. Rechargez la page dans un instant.',
  failedText: 'La préparation n’a pas encore abouti. Nous réessayons. Si cela dure, contactez le vendeur.',
  status: { granted: 'Actif', needsYou: 'Action requise', failed: 'Échec', pending: 'En préparation', ended: 'Terminé' },
  account: {
    link: 'Associer {{provider}}',
    relink: 'Associer un autre compte {{provider}}',
    unlink: 'Dissocier',
    unlinkTitle: 'Dissocier votre compte {{provider}} ?',
    unlinkText: 'Vos accès actuels restent valables jusqu’à leur fin. Pour un nouvel accès, associez de nouveau un compte.',
    linked: 'Votre compte {{provider}} est associé. Votre accès arrive dans un instant.',
    unlinked: 'Compte {{provider}} dissocié',
    needed: 'Associez votre compte {{provider}} pour recevoir votre accès.',
    pending: 'Votre accès est en préparation. Rechargez la page dans un instant.',
    failed:
      'Votre accès n’a pas pu être créé. Vérifiez que le compte {{provider}} ci-dessous est bien le vôtre et toujours actif, ou associez-en un autre. Si le problème persiste, contactez le vendeur.',
    errors: {
      account_taken:
        'Ce compte {{provider}} est déjà associé à un autre client. Connectez-vous à {{provider}} avec un autre compte, puis réessayez.',
      try_again: '{{provider}} n’a pas répondu. Réessayez dans un instant.',
      not_accepted: '{{provider}} n’a pas confirmé votre compte. Réessayez.',
      other: 'Le compte {{provider}} n’a pas été associé. Réessayez.',
    },
  },
}
