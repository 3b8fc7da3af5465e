import type { Language } from '@hongyan/contract/errors'
import type { DraftWish } from '../tickets.ts'

interface Kind {
  opening: string
  reason: string
  detail: string
  ask: string
}

/** The letter around a gist. */
export interface Frame {
  /** Before a name, and where there is none. */
  dear: string
  anybody: string
  kinds: Record<DraftWish['requestEmail'], Kind>
  thanks: string
  end: string
}

const zhKinds: Frame['kinds'] = {
  WORK: {
    opening: '现就以下工作事项与您沟通：',
    reason: '为便于推进，先将情况说明如下。',
    detail: '如需补充材料或进一步说明，我会及时提供。',
    ask: '请您审阅，如有意见请告知。',
  },
  VACATION: {
    opening: '因个人安排，特此申请休假，具体如下：',
    reason: '休假期间的工作我已提前安排。',
    detail: '休假期间如有紧急事项，可通过电话与我联系，日常工作由[同事姓名]代为处理。',
    ask: '请予批准为盼。',
  },
  MEETING: {
    opening: '拟召开会议，现将有关事宜通知如下：',
    reason: '本次会议希望就相关事项充分交流并形成结论。',
    detail: '请提前准备相关材料；如无法参加，请说明并委托同事出席。',
    ask: '请确认是否能够参加。',
  },
}

const enKinds: Frame['kinds'] = {
  WORK: {
    opening: 'I am writing about the following:',
    reason: 'Let me first describe where things stand.',
    detail: 'I can send further material or explain any point in more detail.',
    ask: 'Please have a look and let me know what you think.',
  },
  VACATION: {
    opening: 'I would like to ask for leave as follows:',
    reason: 'My work for that time has been arranged beforehand.',
    detail:
      'In urgent cases I can be reached by phone; [colleague] will look after day-to-day matters.',
    ask: 'Please let me know whether you approve.',
  },
  MEETING: {
    opening: 'I would like to invite you to a meeting:',
    reason: 'The aim is to discuss the matter fully and to come to a decision.',
    detail:
      'Please bring what you have prepared; if you cannot come, kindly name somebody in your place.',
    ask: 'Please confirm whether you can attend.',
  },
}

/** By language and tone. */
export const frames: Record<Language, Record<DraftWish['tone'], Frame>> = {
  zh: {
    FORMAL: {
      dear: '尊敬的',
      anybody: '您好：',
      kinds: zhKinds,
      thanks: '感谢您的支持与配合。',
      end: '此致\n敬礼！',
    },
    FRIENDLY: {
      dear: '',
      anybody: '你好呀：',
      kinds: zhKinds,
      thanks: '谢谢你的帮忙！',
      end: '祝一切顺利！',
    },
    PROFESSIONAL: {
      dear: '',
      anybody: '您好：',
      kinds: zhKinds,
      thanks: '感谢您的时间。',
      end: '顺祝商祺！',
    },
  },
  en: {
    FORMAL: {
      dear: 'Dear',
      anybody: 'Dear Sir or Madam,',
      kinds: enKinds,
      thanks: 'Thank you for your support.',
      end: 'Yours faithfully,',
    },
    FRIENDLY: {
      dear: 'Hi',
      anybody: 'Hi there,',
      kinds: enKinds,
      thanks: 'Thanks a lot for your help!',
      end: 'All the best,',
    },
    PROFESSIONAL: {
      dear: 'Dear',
      anybody: 'Hello,',
      kinds: enKinds,
      thanks: 'Thank you for your time.',
      end: 'Kind regards,',
    },
  },
}
