import { csvFile, pdfFile, pngFile, xlsxFile } from '../demo-files.ts'
import { screenPicture } from '../demo-pictures.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** Customers, operations, goals and hiring, in Chinese. */
export const serviceThreadsZh: ThreadPlan[] = [
  {
    key: 'interviews',
    subject: '门店用户访谈安排',
    days: 48,
    time: '11:10',
    steps: [
      {
        by: 'zhangwei',
        to: ['chen'],
        text: `陈经理您好：

为了把跨门店排班做得更贴近实际，我们想在 {+6} 拜访两家门店，和店长各聊四十分钟，主要了解：

- 每周排班花多少时间，难点在哪里
- 临时换班怎么处理
- 手机和电脑哪个用得多

不录像，笔记只用于产品改进。您看方便吗？`,
      },
      {
        by: 'chen',
        hours: 4,
        text: `张总好：

可以的。建议去文晖路店和南湖店，两家人员结构差别比较大，有代表性。文晖路店长姓孙，下午两点以后不忙。

到店前请给我打个电话，我和店里说一声。`,
      },
      {
        by: 'zhangwei',
        hours: 1,
        text: `太好了，那就 {+5} 下午两点文晖路店，四点南湖店。我和同事王建国一起过去。

谢谢陈经理！`,
      },
      {
        by: 'zhangwei',
        hours: 150,
        text: `陈经理：

访谈已经完成，收获很大，再次感谢。整理出来的问题清单见附件，共 14 条，前三条会放进 3.0。`,
        files: () => [
          xlsxFile('门店访谈问题清单.xlsx', '问题', [
            ['编号', '门店', '问题', '频次', '处理'],
            [1, '文晖路店', '换班要打电话逐个问', 9, '3.0'],
            [2, '南湖店', '看不到其他门店空闲人员', 7, '3.0'],
            [3, '文晖路店', '请假和排班不在一处', 6, '3.0'],
            [4, '南湖店', '打印排班表字太小', 4, '3.1'],
          ]),
        ],
      },
    ],
  },
  {
    key: 'complaint',
    subject: '投诉：昨晚排班同步错误，前台无人值夜班',
    days: 2,
    time: '08:12',
    starred: true,
    steps: [
      {
        by: 'zhao',
        to: ['support'],
        cc: ['zhangwei'],
        text: `你好：

昨晚我们前台夜班没有人到岗。系统里显示排的是李明，但李明手机上看到的是休息。凌晨一点客人到店等了二十分钟，影响非常不好。

这是本月第二次出现手机和电脑不一致，请今天给出原因和解决办法。截图和排班表见附件。`,
        files: () => [
          pngFile('电脑端排班截图.png', screenPicture([150, 70, 60])),
          csvFile('前台排班表.csv', [
            ['姓名', '日期', '班次', '来源'],
            ['李明', '周三', '夜班 22:00-06:00', '电脑'],
            ['李明', '周三', '休息', '手机'],
            ['何芳', '周三', '早班 06:00-14:00', '电脑'],
          ]),
        ],
      },
      {
        by: 'admin',
        to: ['zhao'],
        cc: ['zhangwei', 'wangjian'],
        hours: 0.6,
        text: `赵经理您好：

非常抱歉给您和客人带来麻烦。问题已经登记，编号 HY-4127，按最高级别处理，研发同事正在查。

今天请先以电脑端为准。中午十二点前我再向您报一次进展。`,
      },
      {
        by: 'wangjian',
        to: ['admin', 'zhangwei'],
        hours: 2.1,
        text: `原因找到了：李明的手机上同时登录了旧版本，旧版本不认识“跨天班次”，把它当成第二天，同步时又写回了服务器。

处理：
1. 服务端已拒绝旧版本写入（刚刚上线）。
2. 已把海棠里全部 46 个账号核对一遍，另有 2 条不一致，已改正。
3. 旧版本下次打开会强制升级。`,
      },
      {
        by: 'admin',
        to: ['zhao'],
        cc: ['zhangwei', 'wangjian'],
        hours: 0.5,
        text: `赵经理：

原因已经查明并修复：一台手机上的旧版本应用误读了跨天的夜班。我们已经禁止旧版本写入数据，并逐条核对了贵店的 46 个账号，另有两条已改正，明细可随时提供。

为表示歉意，本月服务费减免一半，财务同事会在账单中体现。`,
      },
      {
        by: 'zhao',
        to: ['admin'],
        cc: ['zhangwei', 'wangjian'],
        hours: 3,
        text: `收到，处理得还算及时。

请把那两条的明细发我，我要和员工解释。另外希望夜班开始前两小时，系统能给值班经理发一条确认提醒。`,
      },
      {
        by: 'zhangwei',
        to: ['zhao'],
        cc: ['admin', 'wangjian'],
        hours: 1,
        text: `赵经理您好，我是产品负责人张伟。

班前确认提醒这个建议很好，我们已经放进下一个版本，预计 {+12} 可以用上，到时请您先试。

这次的事再次抱歉。`,
      },
    ],
  },
  {
    key: 'maintenance',
    subject: '数据库服务器扩容与维护窗口',
    days: 27,
    time: '16:30',
    steps: [
      {
        by: 'yanyu',
        to: ['admin'],
        text: `尊敬的客户：

您名下的数据库实例 hy-prod-01 磁盘使用率已连续三天超过 80%。建议在两周内扩容，扩容过程需要重启一次，约 3 分钟。

可选时间：每周二、周四凌晨 1:00 至 5:00。`,
      },
      {
        by: 'admin',
        to: ['wangjian', 'zhangwei'],
        isForward: true,
        hours: 0.7,
        text: `两位看一下，我倾向选本周四凌晨两点，从 500G 扩到 1T，每月多 380 元，在预算内。`,
      },
      {
        by: 'wangjian',
        hours: 0.8,
        text: `同意。顺便把只读副本也升一下，不然主从规格不一样，切换的时候会吃亏。`,
      },
      {
        by: 'zhangwei',
        hours: 0.4,
        text: `同意，客户侧无感就行。`,
      },
      {
        by: 'admin',
        to: ['yanyu'],
        cc: ['wangjian'],
        hours: 1,
        text: `您好，请安排本周四凌晨 2:00，主实例和只读副本一起扩到 1T。完成后请邮件告知。`,
      },
      {
        by: 'yanyu',
        to: ['admin'],
        cc: ['wangjian'],
        hours: 40,
        text: `您好，扩容已于 2:06 完成，中断 2 分 41 秒，当前磁盘使用率 41%。感谢配合。`,
      },
    ],
  },
  {
    key: 'okr',
    subject: '{year} 年四季度 OKR 中期检查',
    days: 19,
    time: '09:15',
    steps: [
      {
        by: 'zhangwei',
        to: ['wangjian', 'emma', 'sofia', 'liting', 'admin'],
        text: `各位：

季度过半，请在 {+3} 前更新各自 OKR 的进度和信心（0 到 10），一两句话即可，不用写长文。

目前看到的情况：
| 目标 | 负责人 | 进度 |
| 3.0 按期发布，首月零严重故障 | 王建国 | 70% |
| 两家海外客户完成试点 | Sofia | 50% |
| 英文界面达到母语水平 | Emma | 80% |
| 应收账款周转缩短 10 天 | 李婷 | 40% |`,
      },
      {
        by: 'wangjian',
        hours: 5,
        text: `发布：进度 70%，信心 7。主要风险是移动端回归测试，已从外部借了一位测试同事两周。`,
      },
      {
        by: 'sofia',
        hours: 2,
        text: `Pilots: 50%, confidence 6. Finch & Marlow is on track. Nordhavn is waiting for their budget round, so that one may slip into January.`,
      },
      {
        by: 'liting',
        hours: 18,
        text: `应收：进度 40%，信心 5。三家客户超期，名单和金额见附件。需要 Sofia 帮忙催其中两家。`,
        files: () => [
          xlsxFile('超期应收明细.xlsx', '应收', [
            ['客户', '金额（元）', '超期天数', '跟进人'],
            ['云溪连锁药房', 86400, 12, '李婷'],
            ['海棠里酒店', 23800, 26, 'Sofia'],
            ['Nordhavn Logistik', 41250, 31, 'Sofia'],
          ]),
        ],
      },
      {
        by: 'zhangwei',
        hours: 3,
        text: `收到，都很具体。李婷和 Sofia 明天碰一下催款的事，其他按计划走。`,
      },
    ],
  },
  {
    key: 'frontend-hire',
    subject: '高级前端工程师候选人推荐',
    days: 41,
    time: '15:45',
    steps: [
      {
        by: 'shibei',
        to: ['zhangwei'],
        cc: ['liting'],
        text: `张总您好：

按照贵司的要求，本周推荐一位候选人许一鸣，六年前端经验，做过排班类产品，英语可以工作交流。目前在职，一个月内可以到岗。

简历见附件，方便的话请告诉我可以面试的时间。`,
        files: () => [
          pdfFile('许一鸣-高级前端工程师.pdf', [
            '# 许一鸣',
            '高级前端工程师　六年经验',
            '现任：某零售软件公司前端负责人',
            '技能：TypeScript, React, accessibility, testing',
            '项目：门店排班系统、库存盘点小程序',
            '期望：与产品和设计紧密合作的团队',
          ]),
        ],
      },
      {
        by: 'zhangwei',
        to: ['wangjian', 'emma'],
        isForward: true,
        hours: 1.4,
        text: `建国、Emma：

简历看着不错，项目和我们很接近。你们看看，合适的话约 {+4} 一面。`,
      },
      {
        by: 'wangjian',
        hours: 3,
        text: `可以面。我来一面，考虑问两个方向：大表格的渲染性能，离线状态下的数据同步。`,
      },
      {
        by: 'emma',
        hours: 2,
        text: `Happy to join the second round. I would like to hear how he works with designers, half an hour in English is enough.`,
      },
      {
        by: 'zhangwei',
        to: ['shibei'],
        cc: ['liting'],
        hours: 1,
        text: `周顾问好，请约 {+3} 下午两点一面（线上），面试官王建国；通过后当周安排二面。`,
      },
      {
        by: 'shibei',
        to: ['zhangwei'],
        cc: ['liting'],
        hours: 2,
        text: `好的张总，已经和候选人确认，会议链接我稍后发给您和王经理。`,
      },
    ],
  },
]
