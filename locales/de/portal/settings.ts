import type { portalSettings as en } from '../../en/portal/settings.ts'
import type { Messages } from '../../translator.ts'

/** The messages of a customer's own record and payment methods, in their portal. */
export const portalSettings: Messages<typeof en> = {
  lead: 'Was {{merchant}} über Sie weiß, und wie Sie zahlen.',
  methods: {
    title: 'Zahlungsmethoden',
    none: 'Es ist keine Zahlungsmethode gespeichert. Fügen Sie eine hinzu, damit sich Ihre Abonnements verlängern können.',
    add: 'Karte hinzufügen',
    addTitle: 'Karte hinzufügen',
    asDefault: 'Als bevorzugte Karte verwenden',
    save: 'Karte speichern',
    added: 'Karte gespeichert',
    processing: 'Die Karte wird geprüft und steht in einem Moment in der Liste',
    expires: 'Gültig bis {{date}}',
    default: 'Bevorzugt',
    prefer: 'Bevorzugen',
    preferOne: '{{card}} bevorzugen',
    preferred: '{{card}} wird bevorzugt',
    remove: 'Entfernen',
    removeOne: '{{card}} entfernen',
    removeTitle: '{{card}} entfernen?',
    removeText:
      'Abonnements, die mit ihr bezahlt werden, verwenden Ihre bevorzugte Zahlungsmethode. Ohne eine solche schlägt die nächste Zahlung fehl.',
    removed: '{{card}} entfernt',
    approvalTitle: 'Bestätigen Sie die Karte bei Ihrer Bank',
    approvalText: 'Bestätigen Sie, dass {{merchant}} Ihre Karte belasten darf. Dies ist ein Test: In keinem Fall wird etwas abgebucht.',
    approve: 'Karte bestätigen',
    decline: 'Ablehnen',
    declined: 'Ihre Bank hat die Karte nicht bestätigt, deshalb wurde sie nicht gespeichert',
  },
  details: {
    title: 'Angaben für Rechnungen',
    name: 'Name',
    taxId: 'Steuernummer',
    taxIdHint: 'Ihre Umsatzsteuer-Identifikationsnummer, wenn Sie als Unternehmen kaufen.',
    taxIdFault: 'Das ist keine Steuernummer Ihres Landes. Prüfen Sie sie und das Land.',
    countryMissing: 'Wählen Sie das Land aus.',
    fault: 'Prüfen Sie diese Angabe.',
    save: 'Angaben speichern',
    saved: 'Angaben gespeichert',
  },
  email: {
    title: 'E-Mail',
    present: 'Sie melden sich mit {{email}} an.',
    byMerchant: 'Um sie zu ändern, wenden Sie sich an {{merchant}}.',
    label: 'Neue E-Mail-Adresse',
    hint: 'Wir senden einen Link dorthin. Sie gilt, sobald Sie ihn geöffnet haben.',
    send: 'Link senden',
    fault: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    sent: 'An {{email}} wurde ein Link gesendet. Öffnen Sie ihn, um die neue E-Mail-Adresse zu bestätigen.',
  },
  erasure: {
    title: 'Daten löschen',
    text: 'Sie können {{merchant}} bitten, Ihre personenbezogenen Daten zu löschen. Was das Gesetz verlangt, etwa Rechnungen, bleibt erhalten.',
    action: 'Löschung verlangen',
    dialogTitle: 'Löschung Ihrer Daten verlangen?',
    dialogText:
      '{{merchant}} wird benachrichtigt und prüft Ihr Verlangen. Sind Ihre Daten gelöscht, enden Ihre Abonnements, und Sie verlieren den Zugang zu Ihren Käufen.',
    confirm: 'Löschung verlangen',
    requested: 'Sie haben die Löschung am {{date}} verlangt. {{merchant}} wird sich bei Ihnen melden.',
  },
}
