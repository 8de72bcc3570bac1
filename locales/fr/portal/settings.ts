import type { portalSettings as en } from '../../en/portal/settings.ts'
import type { Messages } from '../../translator.ts'

/** The messages of a customer's own record and payment methods, in their portal. */
export const portalSettings: Messages<typeof en> = {
  lead: 'Vos données chez {{merchant}} et vos moyens de paiement.',
  methods: {
    title: 'Moyens de paiement',
    none: 'Aucun moyen de paiement n’est enregistré. Ajoutez-en un pour que vos abonnements puissent se renouveler.',
    add: 'Ajouter une carte',
    addTitle: 'Ajouter une carte',
    asDefault: 'L’utiliser par défaut',
    save: 'Enregistrer la carte',
    added: 'Carte enregistrée',
    processing: 'La carte est en cours de vérification et apparaîtra ici dans un instant',
    expires: 'Expiration : {{date}}',
    default: 'Par défaut',
    prefer: 'Utiliser par défaut',
    preferOne: 'Utiliser par défaut : {{card}}',
    preferred: 'Carte par défaut : {{card}}',
    remove: 'Supprimer',
    removeOne: 'Supprimer {{card}}',
    removeTitle: 'Supprimer {{card}} ?',
    removeText:
      'Les abonnements payés avec elle passeront à votre moyen de paiement par défaut. Sans celui-ci, leur prochain paiement échouera.',
    removed: 'Carte supprimée : {{card}}',
    approvalTitle: 'Confirmez votre carte auprès de votre banque',
    approvalText: 'Confirmez que {{merchant}} peut débiter votre carte. Ceci est un test : quel que soit votre choix, rien n’est débité.',
    approve: 'Confirmer la carte',
    decline: 'Refuser',
    declined: 'Votre banque n’a pas confirmé la carte : elle n’a pas été enregistrée',
  },
  details: {
    title: 'Coordonnées pour les factures',
    name: 'Nom',
    taxId: 'Numéro fiscal',
    taxIdHint: 'Votre numéro de TVA, si vous achetez en tant qu’entreprise.',
    taxIdFault: 'Ce n’est pas un numéro fiscal de votre pays. Vérifiez le numéro et le pays.',
    countryMissing: 'Choisissez le pays.',
    fault: 'Vérifiez ce champ.',
    save: 'Enregistrer les coordonnées',
    saved: 'Coordonnées enregistrées',
  },
  email: {
    title: 'E-mail',
    present: 'Vous vous connectez avec {{email}}.',
    byMerchant: 'Pour changer d’adresse, contactez {{merchant}}.',
    label: 'Nouvelle adresse e-mail',
    hint: 'Nous y enverrons un lien. L’adresse sera prise en compte une fois le lien ouvert.',
    send: 'Envoyer le lien',
    fault: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
    sent: 'Un lien a été envoyé à {{email}}. Ouvrez-le pour confirmer la nouvelle adresse e-mail.',
  },
  erasure: {
    title: 'Effacer vos données',
    text: 'Vous pouvez demander à {{merchant}} d’effacer vos données personnelles. Ce que la loi impose de conserver, comme les factures, n’est pas effacé.',
    action: 'Demander l’effacement',
    dialogTitle: 'Demander l’effacement de vos données ?',
    dialogText:
      '{{merchant}} reçoit votre demande et l’examine. Une fois vos données effacées, vos abonnements se terminent et vous perdez l’accès à vos achats.',
    confirm: 'Demander l’effacement',
    requested: 'Vous avez demandé l’effacement le {{date}}. {{merchant}} vous contactera.',
  },
}
