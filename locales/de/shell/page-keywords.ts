import type { Language } from '#locales/index.ts'

export const pageKeywords: Language['pageKeywords'] = {
  overview: 'Start Umsatz Verkäufe Kennzahlen heute',
  products: 'Artikel Katalog Preise Tarife verkaufen',
  checkouts: 'Kassenlinks Zahlungslinks Bezahlvorgänge',
  customers: 'Käufer Kundschaft Personen',
  orders: 'Zahlungen Käufe Verkäufe Belege',
  webhooks: 'Ereignisse Zustellungen Endpunkt',
  tokens: 'API-Schlüssel Zugang Geheimnis Zugriff',
  settings: 'Mitglieder Rollen Teams',
  account: {
    profile: 'Name Benutzer Bild Foto',
    email: 'Adresse Mail bestätigen',
    security: 'Passwort Kennwort Protokoll Aktivität',
    sessions: 'Geräte Browser angemeldet',
    connections: 'Anbieter Google GitHub verknüpfen',
    danger: 'Konto löschen schließen',
  },
  organization: {
    general: 'Name Kürzel Adresse Logo Metadaten',
    members: 'Personen Kollegen Mitarbeiter Rollen',
    teams: 'Gruppen Abteilungen',
    invitations: 'einladen ausstehend erneut senden',
    roles: 'Berechtigungen Rechte darf',
    auditLog: 'Verlauf Protokoll wer was wann',
    danger: 'Organisation löschen verlassen austreten',
  },
  admin: {
    health: 'Warteschlange Mail Webhooks Zustand',
    users: 'Personen Konten sperren',
    sessions: 'Geräte angemeldet',
    organizations: 'Mandanten Händler Firmen',
    audit: 'Verlauf Protokoll wer was wann',
    jobs: 'Warteschlange Aufträge fehlgeschlagen wiederholen',
    events: 'Ausgang Domänenereignisse',
    emails: 'Vorlagen Mail Vorschau',
  },
}
