import { daysAgo, minutesAgo, OFFICE_ZONE, wallClock } from './demo-clock.ts'
import { csvFile } from './demo-files.ts'
import { type DemoFile, writeMail } from './demo-mime.ts'
import { addressOf, personMailbox } from './demo-people.ts'
import { isRead, messageId } from './demo-thread-builder.ts'
import type { DemoMessage } from './demo-types.ts'

interface Notice {
  from: [name: string, address: string]
  to: string[]
  days: number
  time: string
  minutes?: number
  subject: string
  text: string
  files?: () => DemoFile[]
  starred?: boolean
}

const forge: [string, string] = ['Forge CI', 'ci@forge.example']
const watch: [string, string] = ['Lighthouse Monitoring', 'alerts@lighthouse-watch.example']
const backup: [string, string] = ['backup-01', 'root@backup.hongyan-ops.test']
const staff: [string, string] = ['云考勤', 'notice@yunkaoqin.example']
const desk: [string, string] = ['工单系统', 'ticket@desk.hongyan-ops.test']

const notices: Notice[] = [
  build(0, 1841, ['passed', 'rota-web', 'Fix focus after closing the swap dialog']),
  build(1, 1836, ['failed', 'rota-mobile', 'Offline queue: retry with backoff']),
  build(4, 1822, ['passed', 'rota-server', 'Reject writes from clients before 2.8']),
  build(11, 1790, ['failed', 'rota-web', 'Month view: text labels for shifts']),
  build(24, 1711, ['passed', 'rota-server', 'Shifts across midnight and clock changes']),
  alert(3, '03:17', ['PROBLEM', 'hy-prod-02 load 14.2 for 10 min']),
  alert(3, '03:31', ['RESOLVED', 'hy-prod-02 load 2.1']),
  alert(28, '22:40', ['PROBLEM', 'hy-prod-01 disk 86% used on /data']),
  nightly(0, '完成，耗时 18 分 22 秒，共 214.6 GB'),
  nightly(1, '完成，耗时 17 分 58 秒，共 214.1 GB'),
  nightly(8, '完成，有 1 条警告：对象 reports/tmp 正在写入，已跳过'),
  {
    from: staff,
    to: ['zhangwei'],
    days: 1,
    time: '09:30',
    subject: '待审批：陆晓雨 的加班调休申请',
    text: '张伟，您好：\n\n您有一条待审批的申请。\n\n申请人：陆晓雨（产品部）\n类型：调休 1 天\n事由：上周六参加客户上线支持\n\n请登录云考勤处理。',
  },
  {
    from: staff,
    to: ['zhangwei', 'emma', 'wangjian', 'sofia', 'liting', 'admin'],
    days: 21,
    time: '10:00',
    subject: '本月考勤确认提醒',
    text: '各位同事：\n\n本月考勤将于三天后锁定，请核对打卡记录，如有漏打卡请及时提交补卡申请。\n\n此邮件由系统自动发送。',
  },
  {
    from: desk,
    to: ['support'],
    days: 0,
    time: '07:58',
    subject: '[工单 HY-4131] 新建：导出排班表时表头缺少门店名',
    text: '客户：云溪连锁药房\n联系人：孙店长\n优先级：普通\n\n描述：导出 XLSX 时第一行没有门店名，打印出来分不清是哪家店。\n\n请在 4 小时内响应。',
  },
  {
    from: desk,
    to: ['support'],
    days: 0,
    time: '08:35',
    minutes: 41,
    subject: '[工单 HY-4132] 新建：无法收到登录验证码',
    text: '客户：Tidewater Clinics\n联系人：Tom Ashworth\n优先级：高\n\n描述：Two of our nurses do not get the sign-in code by SMS since this morning. Others do.\n\n请在 1 小时内响应。',
  },
  {
    from: desk,
    to: ['support'],
    days: 7,
    time: '09:00',
    subject: '工单周报：新建 18，解决 21，超时 1',
    text: '上周工单统计见附件。平均首次响应 22 分钟，平均解决 5.4 小时。',
    files: () => [
      csvFile('工单周报.csv', [
        ['类型', '新建', '解决', '超时'],
        ['排班', 8, 9, 0],
        ['登录', 4, 5, 0],
        ['导入导出', 3, 4, 1],
        ['其他', 3, 3, 0],
      ]),
    ],
  },
  {
    from: ['企业网银', 'notice@wangyue-bank.example'],
    to: ['liting'],
    days: 0,
    time: '09:12',
    minutes: 74,
    subject: '到账通知：86,400.00 元',
    text: '您尾号 6621 的账户收到云溪连锁药房有限公司转账 86,400.00 元，附言：三季度软件服务费。',
    starred: true,
  },
  {
    from: ['前台', 'frontdesk@park-service.test'],
    to: ['zhangwei', 'emma', 'wangjian', 'sofia', 'liting', 'admin'],
    days: 34,
    time: '13:00',
    subject: '关于空调清洗的温馨提示',
    text: '各位：\n\n明天 18:30 至 21:00 清洗三层空调，请下班前盖好桌面设备，贵重物品随身带走。谢谢配合！',
  },
]

/** Mail that machines write: plain, short and in large numbers. */
export function noticeMessages(now: Date): DemoMessage[] {
  return notices.map((notice, index) => {
    const sentAt =
      notice.minutes === undefined
        ? daysAgo(now, notice.days, notice.time)
        : minutesAgo(now, notice.minutes)
    const [name, address] = notice.from
    const raw = writeMail({
      from: { name, address },
      to: notice.to.map((local) =>
        local === 'support' ? { name: '', address: addressOf(local) } : personMailbox(local),
      ),
      subject: notice.subject.replace('{date}', wallClock(sentAt, OFFICE_ZONE).iso),
      sentAt,
      zone: OFFICE_ZONE,
      messageId: messageId(`notice-${index}`, address),
      headers: ['Auto-Submitted: auto-generated'],
      text: `${notice.text}\n`,
      ...(notice.files ? { files: notice.files() } : {}),
      encoding: 'quoted-printable',
    })
    const seen = isRead(sentAt, now)
    const message = { from: address, to: notice.to.map(addressOf), raw, sentAt, seen }
    return notice.starred ? { ...message, starred: true } : message
  })
}

function build(
  days: number,
  number: number,
  [state, project, title]: [string, string, string],
): Notice {
  const log =
    state === 'failed'
      ? '\n\n  FAIL  src/queue/retry.test.ts\n    expected 3 attempts, received 4\n\n1 failed, 412 passed'
      : '\n\n418 passed in 1 min 12 s'
  return {
    from: forge,
    to: ['wangjian'],
    days,
    time: '11:26',
    subject: `[${project}] Build #${number} ${state}: ${title}`,
    text: `Project: ${project}\nBranch: main\nCommit: ${title}${log}\n\nhttps://forge.example/hongyan/${project}/builds/${number}`,
  }
}

function alert(days: number, time: string, [state, what]: [string, string]): Notice {
  return {
    from: watch,
    to: ['admin', 'wangjian'],
    days,
    time,
    subject: `${state}: ${what}`,
    text: `State: ${state}\nCheck: ${what}\nGroup: production\n\nAcknowledge: https://lighthouse-watch.example/ack`,
  }
}

function nightly(days: number, result: string): Notice {
  return {
    from: backup,
    to: ['admin'],
    days,
    time: '04:30',
    subject: '夜间备份报告 {date}',
    text: `任务：nightly-full\n结果：${result}\n校验：抽查 200 个文件，全部一致\n保留：35 天`,
  }
}
