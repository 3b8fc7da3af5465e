import type { StoredParts } from '../mailbox.ts'

type Row = readonly [from: string, subject: string, text: string]

const rows: readonly Row[] = [
  ['王强 <wang@partner.example>', '报价单进度', '报价单我会在11月27日前提交。'],
  ['李娜 <lina@partner.example>', '展会合同', '展会合同的金额是十二万元，请审阅。'],
  ['赵敏 <zhao@corp.example>', '年会安排', '年会定在12月20日晚上六点，地点是国际饭店。'],
  ['陈刚 <chen@corp.example>', '服务器维护', '本周六凌晨两点到五点停机维护。'],
  ['孙丽 <sun@travel.example>', '机票确认', '您的航班CA1501，11月30日早上八点起飞。'],
  ['周涛 <zhou@corp.example>', '报销流程', '差旅报销请在月底前提交，附发票原件。'],
  ['吴芳 <wu@school.example>', '家长会通知', '家长会下周三下午两点在三年级二班教室。'],
  ['郑伟 <zheng@bank.example>', '贷款审批', '您的贷款申请已批准，利率为百分之三点二。'],
  ['刘洋 <liu@vendor.example>', '设备验收', '设备验收需要您签字，验收单编号YS-2208。'],
  ['黄磊 <huang@corp.example>', '绩效评估', '绩效评估的截止日期是12月5日。'],
  ['张敏 <zhang@corp.example>', '会议室变更', '评审会改到五楼大会议室。'],
  ['马超 <ma@logistics.example>', '快递单号', '样品已寄出，单号是SF77120。'],
  [
    'Anna Meyer <anna@partner.example>',
    'Offer for the stand',
    'The stand costs 4,200 euros for three days.',
  ],
  ['Bob Stone <bob@corp.example>', 'Badge', 'Your new badge is at the reception, code 8841.'],
  [
    'Carla Diaz <carla@travel.example>',
    'Hotel booking',
    'Your room at Hotel Sonne is booked from 3 to 5 December.',
  ],
  ['Dan Wu <dan@corp.example>', 'Printer', 'The printer on the second floor is repaired.'],
  ['Eve Hall <eve@legal.example>', 'Lease', 'The lease of the office ends on 31 March.'],
  ['Finn Berg <finn@vendor.example>', 'Warranty', 'The warranty of the pump lasts five years.'],
  [
    'Gina Rossi <gina@partner.example>',
    'Workshop agenda',
    'The workshop begins with a talk about safety.',
  ],
  ['Hugo Lang <hugo@corp.example>', 'Parking', 'Parking place 17 is yours from Monday.'],
  [
    'Iris Cole <iris@clinic.example>',
    'Appointment',
    'Your appointment with Dr. Novak is on 9 December.',
  ],
  [
    'Jack Reed <jack@corp.example>',
    'Password policy',
    'Passwords must have twelve characters from January.',
  ],
  [
    'Kim Lee <kim@vendor.example>',
    'Delivery delay',
    'The delivery of the chairs is two weeks late.',
  ],
  [
    'Lena Fox <lena@corp.example>',
    'Summer party',
    'The summer party needs a band; the budget is 900.',
  ],
]

/** A mailbox in which every question has one answer among others that have nothing to do with it. */
export const mailboxMails: readonly StoredParts[] = rows.map(([from, subject, text]) => ({
  from,
  subject,
  text,
}))

/** A question and the subject of the mail that answers it: twenty in Chinese, twenty in English. */
export const mailboxQuestions: readonly [question: string, subject: string][] = [
  ['王强什么时候交报价单？', '报价单进度'],
  ['展会合同的金额是多少？', '展会合同'],
  ['年会在哪里举行？', '年会安排'],
  ['服务器什么时候维护？', '服务器维护'],
  ['我的航班几点起飞？', '机票确认'],
  ['报销要在什么时候提交？', '报销流程'],
  ['家长会是哪天？', '家长会通知'],
  ['贷款利率是多少？', '贷款审批'],
  ['设备验收单编号是什么？', '设备验收'],
  ['绩效评估截止日期是哪天？', '绩效评估'],
  ['评审会改到哪里了？', '会议室变更'],
  ['样品的快递单号是多少？', '快递单号'],
  ['李娜的合同是什么？', '展会合同'],
  ['赵敏说年会几点？', '年会安排'],
  ['发票要怎么交？', '报销流程'],
  ['贷款批准了吗？', '贷款审批'],
  ['哪封邮件要我签字？', '设备验收'],
  ['停机是几点到几点？', '服务器维护'],
  ['关于家长会的邮件', '家长会通知'],
  ['国际饭店是什么活动？', '年会安排'],
  ['How much does the stand cost?', 'Offer for the stand'],
  ['Where is my badge?', 'Badge'],
  ['When is the hotel booked?', 'Hotel booking'],
  ['Is the printer repaired?', 'Printer'],
  ['When does the lease of the office end?', 'Lease'],
  ['How long is the warranty of the pump?', 'Warranty'],
  ['What does the workshop begin with?', 'Workshop agenda'],
  ['Which parking place is mine?', 'Parking'],
  ['When is my appointment with Dr. Novak?', 'Appointment'],
  ['How many characters must passwords have?', 'Password policy'],
  ['How late are the chairs?', 'Delivery delay'],
  ['What is the budget of the summer party?', 'Summer party'],
  ['What did Anna write about the stand?', 'Offer for the stand'],
  ['What did Eve say about the office?', 'Lease'],
  ['Which hotel did Carla book?', 'Hotel booking'],
  ['Mail from Finn about the warranty', 'Warranty'],
  ['What is the code of the badge?', 'Badge'],
  ['Who repaired the printer on the second floor?', 'Printer'],
  ['Is there a talk about safety?', 'Workshop agenda'],
  ['What needs a band?', 'Summer party'],
]
