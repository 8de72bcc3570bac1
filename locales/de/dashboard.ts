import type { dashboard as en } from '../en/dashboard.ts'
import type { Messages } from '../translator.ts'

/** The frame of the dashboard. */
export const dashboard: Messages<typeof en> = {
  nav: {
    main: 'Hauptmenü',
    overview: 'Übersicht',
    sell: 'Verkauf',
    products: 'Produkte',
    checkouts: 'Zahlungsseiten',
    customersGroup: 'Kunden',
    customers: 'Kunden',
    orders: 'Bestellungen',
    usage: 'Verbrauch',
    meters: 'Zähler',
    developers: 'Entwickler',
    webhooks: 'Webhooks',
    tokens: 'API-Tokens',
    settings: 'Einstellungen',
    openMenu: 'Navigation öffnen',
    closeMenu: 'Navigation schließen',
    skip: 'Zum Inhalt springen',
  },
  frame: {
    search: 'Suchen oder springen …',
    help: 'Hilfe',
    organizations: 'Organisationen',
    switchOrganization: 'Organisation wechseln, jetzt {{name}}',
    newOrganization: 'Neue Organisation',
    user: 'Konto von {{name}}',
    account: 'Ihr Konto',
    administration: 'Administration',
    signOut: 'Abmelden',
    theme: 'Darstellung',
    themeSystem: 'System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
    testMode: 'Testmodus',
    testModeText: 'Es wird nichts abgebucht.',
  },
  leave: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Eingaben gehen verloren: {{fields}}.',
    action: 'Verlassen',
  },
  create: {
    product: 'Neues Produkt',
    checkout: 'Neue Zahlungsseite',
    meter: 'Neuer Zähler',
    webhook: 'Neuer Webhook',
    token: 'Neues API-Token',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Sie wurde vielleicht entfernt, oder sie gehört zu einer Organisation, der Sie nicht angehören.',
    home: 'Zur Übersicht',
  },
  noOrganization: {
    title: 'Keine Organisation „{{slug}}“',
    text: 'Sie existiert nicht, oder Sie sind kein Mitglied.',
  },
}
