import type { palette as en } from '../../en/shell/palette.ts'
import type { Messages } from '../../translator.ts'

/** The command palette and the list of keyboard shortcuts. Loaded when opened. */
export const palette: Messages<typeof en> = {
  palette: {
    title: 'Suchen oder springen',
    placeholder: 'Suchen oder springen …',
    goTo: 'Gehe zu',
    create: 'Erstellen',
    organization: 'Organisation',
    switchTo: 'Zu {{name}} wechseln',
    theme: 'Darstellung',
    account: 'Konto',
    language: 'Sprache ändern …',
    here: 'Auf dieser Seite',
    found: 'Ergebnisse',
    searching: 'Suche läuft …',
    for: 'Für {{name}}',
    everywhere: 'Überall',
    searchAll: { orders: 'Alle Bestellungen nach „{{query}}“ durchsuchen', customers: 'Alle Kunden nach „{{query}}“ durchsuchen' },
    nothing: 'Keine Ergebnisse für „{{query}}“.',
    move: 'bewegen',
    open: 'öffnen',
    allKeys: 'alle Tastenkürzel',
  },
  help: { title: 'Hilfe', reference: 'API-Referenz', openApi: 'OpenAPI-Dokument' },
  keys: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    goTo: 'Gehe zu',
    lists: 'In Listen',
    palette: 'Suchen oder springen',
    filter: 'Diese Liste filtern',
    create: 'Erstellen',
    sheet: 'Tastenkürzel anzeigen',
    back: 'Zurück',
    save: 'Änderungen speichern',
    move: 'Nach unten oder oben',
    open: 'Öffnen',
    select: 'Auswählen',
    actions: 'Aktionen anzeigen',
  },
}
