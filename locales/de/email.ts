import type { email as en } from '../en/email.ts'
import type { Messages } from '../translator.ts'

/** The messages of the emails that users and the owners of organizations get. */
export const email: Messages<typeof en> = {
  erasureRequest: {
    subject: '{{customer}} bittet Sie, persönliche Daten zu löschen',
    title: 'Ein Kunde bittet um Löschung',
    intro: '{{customer}} bittet {{organization}}, die persönlichen Daten zu löschen.',
    advice:
      'Prüfen Sie, was Sie nach dem Gesetz aufbewahren müssen, und löschen Sie den Rest auf der Seite des Kunden. Das Gesetz setzt Ihnen eine Frist, oft einen Monat.',
    open: 'Kunden öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie Inhaber von {{organization}} sind.',
  },
  disputeOpened: {
    subject: 'Rückbuchung von {{amount}} für Bestellung {{order}}',
    testMode: 'Testmodus: Keine echte Bank ist beteiligt, und es fließt kein Geld.',
    title: 'Eine Zahlung wurde angefochten',
    intro: '{{customer}} ficht die Zahlung der Bestellung {{order}} an. Die Bank hat {{amount}} zurückgefordert.',
    due: 'Antworten Sie bis {{due}}. Ohne Antwort ist die Zahlung verloren.',
    review: 'Die Bank prüft die Rückbuchung. Sie müssen nichts senden.',
    meanwhile: 'Bis zur Entscheidung der Bank lässt sich die Bestellung nicht erstatten.',
    open: 'Rückbuchung ansehen',
    footer: 'Sie erhalten diese E-Mail, weil Sie Inhaber von {{organization}} sind.',
  },
  disputeResolved: {
    won: {
      subject: 'Rückbuchung für Bestellung {{order}} gewonnen',
      title: 'Sie haben die Rückbuchung gewonnen',
      intro: 'Die Bank hat für Sie entschieden. Sie behalten die {{amount}}, die {{customer}} für Bestellung {{order}} bezahlt hat.',
    },
    lost: {
      subject: 'Rückbuchung für Bestellung {{order}} verloren',
      title: 'Sie haben die Rückbuchung verloren',
      intro: '{{customer}} hat die {{amount}} für Bestellung {{order}} zurückerhalten.',
    },
    fee: 'Der Zahlungsanbieter hat {{fee}} für die Rückbuchung berechnet.',
  },
  usageAlert: {
    subject: '{{customer}} hat eine Schwelle von {{meter}} erreicht',
    title: 'Ein Kunde hat eine Schwelle erreicht',
    intro: '{{customer}} hat seit der letzten Rücksetzung {{consumed}} von „{{meter}}“ verbraucht.',
    threshold: 'Damit ist die Schwelle {{threshold}} Ihrer Warnung „{{alert}}“ erreicht.',
    once: 'Nach der nächsten Rücksetzung löst die Warnung für diesen Kunden wieder aus.',
    open: 'Kunden ansehen',
    footer: 'Sie erhalten diese E-Mail, weil Sie Inhaber von {{organization}} sind und die Warnung E-Mails sendet.',
  },
  webhookDisabled: {
    subject: 'Ein Webhook von {{organization}} wurde deaktiviert',
    title: 'Wir haben einen Webhook deaktiviert',
    intro: 'Wir senden keine Ereignisse mehr an {{endpoint}}.',
    gone: 'Ihr Server antwortete mit 410 Gone und bittet damit, keine Ereignisse mehr zu senden.',
    failing: 'Zehn Ereignisse nacheinander konnten nicht zugestellt werden, jedes nach zehn Versuchen.',
    silent: 'Seit fünf Tagen ist keine Zustellung gelungen.',
    next: 'Ausstehende Ereignisse wurden verworfen. Sobald Ihr Server wieder arbeitet, aktivieren Sie den Webhook und stellen Sie die benötigten Ereignisse erneut zu.',
    open: 'Webhook anzeigen',
    footer: 'Sie erhalten diese E-Mail, weil Sie Inhaber von {{organization}} sind.',
    operatorSubject: 'Ein Webhook von {{site}} wurde deaktiviert',
    operatorFooter: 'Sie erhalten diese E-Mail, weil Sie Administrator von {{site}} sind.',
  },
  account: {
    footer: 'Sie erhalten diese E-Mail, weil {{email}} zu einem Konto auf {{site}} gehört.',
  },
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    intro: 'Bestätigen Sie, dass {{email}} Ihre E-Mail-Adresse ist.',
    introChanged: 'Die E-Mail-Adresse Ihres Kontos wurde in {{email}} geändert. Bestätigen Sie, dass sie Ihnen gehört.',
    validity: 'Der Link läuft in {{duration}} ab.',
    disclaimer: 'Nicht von Ihnen angefordert? Dann können Sie diese E-Mail ignorieren.',
    button: 'E-Mail-Adresse bestätigen',
  },
  resetPassword: {
    subject: 'Setzen Sie Ihr Passwort zurück',
    title: 'Setzen Sie Ihr Passwort zurück',
    intro: 'Für {{email}} wurde angefordert, das Passwort zurückzusetzen.',
    validity: 'Der Link läuft in {{duration}} ab und gilt einmal. Wenn Sie einen neuen anfordern, wird dieser ungültig.',
    disclaimer: 'Nicht von Ihnen angefordert? Dann können Sie diese E-Mail ignorieren. Ihr Passwort bleibt gleich.',
    button: 'Neues Passwort wählen',
  },
  changeEmail: {
    subject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
    title: 'E-Mail-Adresse ändern?',
    intro: 'Sie möchten die E-Mail-Adresse Ihres Kontos von {{email}} in {{newEmail}} ändern.',
    validity: 'Öffnen Sie den Link in dem Browser, in dem Sie angemeldet sind. Er läuft in {{duration}} ab und gilt einmal.',
    disclaimer: 'Nicht von Ihnen angefordert? Öffnen Sie den Link nicht. Ändern Sie Ihr Passwort und melden Sie sich überall sonst ab.',
    button: 'E-Mail-Adresse ändern',
  },
  deleteAccount: {
    subject: 'Bestätigen Sie das Löschen Ihres Kontos',
    title: 'Konto löschen?',
    intro: 'Sie möchten das Konto für {{email}} löschen. Dies kann nicht rückgängig gemacht werden.',
    validity: 'Öffnen Sie den Link in dem Browser, in dem Sie angemeldet sind. Er läuft in {{duration}} ab und gilt einmal.',
    disclaimer: 'Nicht von Ihnen angefordert? Öffnen Sie den Link nicht und ändern Sie Ihr Passwort.',
    button: 'Konto löschen',
  },
  newDevice: {
    subject: 'Neue Anmeldung bei Ihrem Konto',
    title: 'Neue Anmeldung bei Ihrem Konto',
    intro: 'Mit Ihrem Konto {{email}} hat sich gerade jemand in einem neuen Browser angemeldet.',
    where: '{{device}}, {{moment}}, IP-Adresse {{ipAddress}}.',
    whereUnknown: '{{device}}, {{moment}}.',
    device: 'Unbekannter Browser',
    advice: 'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie Ihr Passwort und melden Sie diesen Browser ab.',
    button: 'Sitzungen anzeigen',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    title: 'Ihr Passwort wurde geändert',
    changed: 'Das Passwort für {{email}} wurde am {{moment}} geändert.',
    reset: 'Das Passwort für {{email}} wurde am {{moment}} mit einem Link zurückgesetzt, der an diese E-Mail-Adresse ging.',
    set: 'Für {{email}} wurde am {{moment}} ein Passwort festgelegt.',
    advice: 'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort und melden Sie sich überall sonst ab.',
    button: 'Neues Passwort wählen',
  },
  accountLinked: {
    subject: '{{provider}} wurde mit Ihrem Konto verknüpft',
    title: '{{provider}} wurde mit Ihrem Konto verknüpft',
    intro: 'Am {{moment}} wurde ein Konto bei {{provider}} mit Ihrem Konto {{email}} verknüpft. Damit ist jetzt eine Anmeldung möglich.',
    advice:
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, öffnen Sie Ihre Anmeldemethoden, wählen Sie bei {{provider}} „Trennen“, ändern Sie dann Ihr Passwort und melden Sie sich überall sonst ab. Ein neues Passwort allein trennt die Verknüpfung nicht.',
    button: 'Anmeldemethoden anzeigen',
  },
  accountSecured: {
    subject: 'Wir haben Ihr Konto gesichert',
    title: 'Wir haben Ihr Konto gesichert',
    intro:
      'Sie haben sich am {{moment}} mit {{provider}} angemeldet. Es gab bereits ein Konto für {{email}}, dessen E-Mail-Adresse nie bestätigt wurde.',
    removed: 'Damit nur Sie es verwenden können, haben wir sein Passwort und andere Anmeldemethoden entfernt und alle Geräte abgemeldet.',
    next: 'Sie können sich jetzt mit {{provider}} anmelden, andere Dienste verknüpfen oder ein neues Passwort festlegen.',
    introReset:
      'Sie haben am {{moment}} mit einem Link, der an {{email}} ging, ein neues Passwort gewählt und so diese E-Mail-Adresse bestätigt. Es gab bereits ein Konto mit ihr, in dem sie nie bestätigt worden war.',
    removedReset: 'Damit nur Sie es verwenden können, haben wir seine anderen Anmeldemethoden entfernt und alle Geräte abgemeldet.',
    nextReset: 'Sie können sich jetzt mit Ihrem neuen Passwort anmelden und andere Dienste verknüpfen.',
    organizations:
      'Organisationen, die mit dem Konto erstellt wurden, bestehen weiter. Die API-Tokens derer, die nur diesem Konto gehören, haben wir widerrufen. Prüfen Sie ihre Mitglieder, Einladungen und Webhooks, und löschen Sie Organisationen, die nicht Ihnen gehören.',
    introVerified:
      'Sie haben sich am {{moment}} mit {{provider}} angemeldet. Es gab bereits ein Konto für {{email}}. Seine E-Mail-Adresse wurde mit einem Link bestätigt, der dort geöffnet wurde, wo niemand angemeldet war: Vielleicht wurde es nicht von Ihnen erstellt.',
    introResetVerified:
      'Sie haben am {{moment}} mit einem Link, der an {{email}} ging, ein neues Passwort gewählt. Die E-Mail-Adresse dieses Kontos wurde mit einem Link bestätigt, der dort geöffnet wurde, wo niemand angemeldet war: Vielleicht wurde es nicht von Ihnen erstellt.',
    organizationsWithTokens:
      'Organisationen, die mit dem Konto erstellt wurden, bestehen weiter, mit ihren API-Tokens. Prüfen Sie ihre Mitglieder, Einladungen, Tokens und Webhooks, und löschen Sie Organisationen, die nicht Ihnen gehören.',
    disclaimer: 'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort. Der Link dazu geht nur an diese E-Mail-Adresse.',
    button: 'Anmeldemethoden anzeigen',
  },
  invitation: {
    subject: 'Treten Sie {{organization}} auf Guildhall bei',
    title: 'Sie sind zu {{organization}} eingeladen',
    inviter: '{{name}} ({{email}})',
    intro: '{{inviter}} hat Sie eingeladen, {{organization}} beizutreten.',
    validity: 'Der Link ist nur für Sie und läuft in {{duration}} ab. Wenn Sie ihn öffnen, bestätigt das auch Ihre E-Mail-Adresse.',
    disclaimer: 'Nicht erwartet? Dann können Sie diese E-Mail ignorieren.',
    button: 'Einladung ansehen',
    footer: 'Sie erhalten diese E-Mail, weil {{inviter}} {{email}} auf {{site}} eingeladen hat.',
  },
}
