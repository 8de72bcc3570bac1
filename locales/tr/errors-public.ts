import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Geçerli bir e-posta adresi girin.',
  INVALID_ORIGIN: 'Bu URL’den oturum açamazsınız. Guildhall’un kendi URL’sini açın.',
  VALIDATION_ERROR: 'Vurgulanan alanları kontrol edin.',
  RequestValidationError: 'Vurgulanan alanları kontrol edin.',
  ResourceNotFound: 'Bulunamadı veya başka bir kuruluşa ait.',
  NETWORK: 'Guildhall’a ulaşamıyoruz. Bağlantınızı kontrol edip yeniden deneyin.',
  TOO_MANY_REQUESTS: 'Çok fazla deneme. Biraz bekleyip yeniden deneyin.',
  UNEXPECTED: 'Bizden kaynaklanan bir sorun oluştu. Hiçbir şey değişmedi. Yeniden deneyin.',
  unknown: 'İsteğiniz kabul edilmedi. Yeniden deneyin veya destek ekibine şu kodu iletin: {{code}}.',
}
