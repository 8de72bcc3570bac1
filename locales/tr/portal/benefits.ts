import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Satın aldıklarınızla birlikte gelenler.',
  empty: 'Henüz avantaj yok',
  emptyText: '{{merchant}} indirmeleri, lisans anahtarları ve üyelikleri burada görünecek.',
  pendingText: 'Hazırlanıyor. Sayfayı birazdan yeniden yükleyin.',
  failedText: 'Henüz hazırlanamadı. Yeniden deniyoruz; uzun sürerse satıcıyla iletişime geçin.',
  status: { granted: 'Etkin', needsYou: 'İşlem gerekiyor', failed: 'Başarısız', pending: 'Hazırlanıyor', ended: 'Sona erdi' },
  account: {
    link: '{{provider}} bağla',
    relink: 'Başka bir {{provider}} hesabı bağla',
    unlink: 'Bağlantıyı kaldır',
    unlinkTitle: '{{provider}} hesabınızın bağlantısı kaldırılsın mı?',
    unlinkText: 'Mevcut erişiminiz, süresi bitene kadar sürer. Yeni erişim için yeniden hesap bağlamanız gerekir.',
    linked: '{{provider}} hesabınız bağlandı. Erişiminiz birazdan açılacak.',
    unlinked: '{{provider}} hesabının bağlantısı kaldırıldı',
    needed: 'Erişim için {{provider}} hesabınızı bağlayın.',
    pending: 'Erişiminiz hazırlanıyor. Sayfayı birazdan yeniden yükleyin.',
    failed:
      'Erişiminiz açılamadı. Aşağıdaki {{provider}} hesabının size ait ve hâlâ etkin olduğunu kontrol edin veya başka bir hesap bağlayın. Sorun sürerse satıcıyla iletişime geçin.',
    errors: {
      account_taken:
        'Bu {{provider}} hesabını başka bir müşteri bağlamış. {{provider}} üzerinde farklı bir hesapla oturum açıp yeniden deneyin.',
      try_again: '{{provider}} yanıt vermedi. Birazdan yeniden deneyin.',
      not_accepted: '{{provider}} hesabınızı onaylamadı. Yeniden deneyin.',
      other: '{{provider}} hesabı bağlanamadı. Yeniden deneyin.',
    },
  },
}
