import type { organization as en } from '../en/organization.ts'
import type { Messages } from '../translator.ts'

/** The page on which a user creates an organization. */
export const organization: Messages<typeof en> = {
  welcome: {
    title: 'Erstellen Sie Ihre erste Organisation',
    furtherTitle: 'Organisation erstellen',
    description: 'Eine Organisation enthält Ihre Produkte, Kunden und Zahlungen. Andere können Sie später einladen.',
    name: 'Name',
    nameHint: 'Kunden sehen ihn auf Zahlungsseiten und Belegen.',
    slug: 'URL',
    slugHint: 'Teil der URL Ihres Dashboards. Kleinbuchstaben, Ziffern und Bindestriche.',
    willBe: 'Ihr Dashboard finden Sie dann unter {{url}}.',
    freeSlug: 'Verfügbar',
    takenSlug: 'Diese URL ist vergeben oder reserviert. Wählen Sie eine andere.',
    invitedTitle: 'Sie sind eingeladen',
    invitedDescription_one: 'Treten Sie der Organisation bei, die Sie eingeladen hat, oder erstellen Sie eine eigene.',
    invitedDescription_other: 'Treten Sie den Organisationen bei, die Sie eingeladen haben, oder erstellen Sie eine eigene.',
    invitedBy: '{{inviter}} hat Sie als {{role}} eingeladen.',
    as: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied' },
    join: 'Beitreten',
    joinLabel: '{{organization}} beitreten',
    later: 'Nicht jetzt',
    laterLabel: 'Nicht jetzt: {{organization}}',
    or: 'oder',
    ownTitle: 'Eigene erstellen',
    joinText: 'Treten Sie einer Organisation bei, um zu beginnen.',
    disabledTitle: 'Warten Sie auf eine Einladung',
    disabledText:
      'Auf dieser Website können Sie selbst keine Organisation erstellen. Bitten Sie den Administrator oder ein Mitglied einer Organisation um eine Einladung.',
    fullTitle: 'Keine weiteren Organisationen',
    fullText_one:
      'Sie sind bereits Mitglied in {{count}} Organisation. Mehr sind auf dieser Website nicht möglich. Verlassen Sie sie, um eine andere zu erstellen, oder fragen Sie den Administrator.',
    fullText_other:
      'Sie sind bereits Mitglied in {{count}} Organisationen. Mehr sind auf dieser Website nicht möglich. Verlassen Sie eine, um eine andere zu erstellen, oder fragen Sie den Administrator.',
    noInvitations: 'Noch keine Einladungen für {{email}}. Sie erscheinen hier.',
    check: 'Nach Einladungen suchen',
    unconfirmed: 'Einladungen für {{email}} erscheinen hier, sobald Sie diese E-Mail-Adresse bestätigen.',
    confirm: 'E-Mail-Adresse bestätigen',
    open: '{{organization}} öffnen',
    submit: 'Organisation erstellen',
    signOut: 'Abmelden',
    signedInAs: 'Angemeldet als {{email}}',
    missingName: 'Geben Sie einen Namen ein.',
    missingSlug: 'Geben Sie eine URL ein.',
    invalidSlug: 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche. Am Anfang und Ende steht ein Buchstabe oder eine Ziffer.',
  },
}
