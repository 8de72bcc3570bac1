import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Satın aldıklarınızla gelenler.',
  empty: 'Henüz avantaj yok',
  emptyText: '{{merchant}} indirmeleri, lisans anahtarları ve üyelikleri burada görünecek.',
  pendingText: 'Hazırlanıyor. Birazdan sayfayı yeniden yükleyin.',
  failedText: 'Henüz hazırlanamadı. Yeniden deniyoruz; uzun sürerse satıcıyla iletişime geçin.',
  status: { granted: 'Etkin', needsYou: 'Sizi bekliyor', failed: 'Başarısız', pending: 'Hazırlanıyor', ended: 'Sona erdi' },
  keys: {
    name: 'lisans anahtarı',
    show: 'Lisans anahtarını göster',
    hide: 'Lisans anahtarını gizle',
    revoked: 'Geçersiz kılındı',
    disabled: 'Devre dışı',
    lasting: 'Süresi dolmaz.',
    expires: 'Son geçerlilik: {{date}}.',
    usage: 'Kullanım: {{usage}} / {{limit}}.',
    activations: 'Etkinleştirme: {{used}} / {{limit}}',
    deactivate: 'Devre dışı bırak',
    deactivateOne: 'Devre dışı bırak: {{label}}',
    deactivateTitle: '{{label}} devre dışı bırakılsın mı?',
    deactivateText: 'Lisans anahtarı orada çalışmayı bırakır. Sonra başka bir yerde etkinleştirebilirsiniz.',
    deactivated: '{{label}} devre dışı bırakıldı',
  },
  downloads: {
    none: 'Henüz dosya yok.',
    download: 'İndir',
    downloadFile: '{{file}} indir',
    checksum: '{{file}} sağlama toplamı',
  },
  credit: {
    balance: 'Kalan: {{units}}',
    period: 'Dönem başına {{units}} birim. Kalanlar dönemle birlikte sona erer.',
    rollover: 'Dönem başına {{units}} birim. Kalanlar sonrakine eklenir.',
  },
  account: {
    link: '{{provider}} bağla',
    relink: 'Başka bir {{provider}} hesabı bağla',
    unlink: 'Bağlantıyı kaldır',
    unlinkTitle: '{{provider}} hesabınızın bağlantısı kaldırılsın mı?',
    unlinkText: 'Mevcut erişiminiz bitene kadar sürer. Yeni erişim için hesabı yeniden bağlarsınız.',
    linked: '{{provider}} hesabınız bağlandı. Erişiminiz birazdan gelir.',
    unlinked: '{{provider}} hesabının bağlantısı kaldırıldı',
    needed: 'Erişiminizi almak için {{provider}} hesabınızı bağlayın.',
    pending: 'Erişiminiz hazırlanıyor. Birazdan sayfayı yeniden yükleyin.',
    failed:
      'Erişiminiz kurulamadı. Aşağıdaki {{provider}} hesabının sizin ve hâlâ etkin olduğunu kontrol edin veya başka birini bağlayın. Sorun sürerse satıcıyla iletişime geçin.',
    granted: {
      discord: 'Discord’da rolünüz var.',
      github: 'Depoya erişiminiz var. GitHub’ın e-postayla gönderdiği daveti kabul edin.',
    },
    errors: {
      account_taken:
        'Bu {{provider}} hesabını başka bir müşteri bağlamış. {{provider}} üzerinde başka bir hesapla oturum açıp yeniden deneyin.',
      try_again: '{{provider}} yanıt vermedi. Birazdan yeniden deneyin.',
      not_accepted: '{{provider}} hesabınızı onaylamadı. Yeniden deneyin.',
      other: '{{provider}} hesabı bağlanmadı. Yeniden deneyin.',
    },
  },
}
