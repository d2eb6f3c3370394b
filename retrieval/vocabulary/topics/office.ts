/** Mail, calendars, meetings, documents of an office, people at work and projects; the form of the lines is told in `translations.ts`. */
export const office = `
email, mail | 이메일, 메일, 전자우편 | メール, 電子メール, Eメール | 邮件, 电子邮件, 邮箱, 电邮, 信箱 | correo*, email*, mail | email*, correio* | courriel*, email*, mail*, courrier* | mail, mails, email*, e-mail*
inbox | 받은편지함, 수신함 | 受信箱, 受信トレイ | 收件箱, 收件匣 | bandeja*, entrada | caixa, entrada | réception, boîte* | posteingang*
message | 메시지, 쪽지, 문자 | メッセージ, 伝言 | 消息, 信息, 讯息, 留言 | mensaje* | mensage* | message* | nachricht*
sms, text message | 문자, 문자메시지 | ショートメッセージ | 短信, 简讯 | sms | sms, torpedo | sms, texto | sms
letter | 편지 | 手紙 | 信, 信件 | carta* | carta* | lettre* | brief*
unread | 읽지 않은, 안 읽은, 미확인 | 未読 | 未读 | leer, leídos | lidas, lidos | lus, lues | ungelesen*
recipient, sender | 수신자, 발신자, 받는 사람 | 宛先, 受信者, 送信者, 差出人 | 收件人, 发件人 | destinatari*, remitente* | destinatári*, remetente* | destinataire*, expéditeur* | empfänger*, absender*
subject, title | 제목, 타이틀 | 件名, タイトル, 題名, 題 | 主题, 标题, 题目 | asunto*, título* | assunto*, título* | objet, sujet*, titre* | betreff*, titel*
signature, sign | 서명, 사인 | 署名, サイン | 签名, 签署, 签字 | firma* | assinatur* | signatur*, signer | unterschrift*, unterschreib*, signatur*
spam | 스팸 | 迷惑メール, スパム | 垃圾邮件 | spam | spam | spam, indésirable* | spam
contact | 연락처, 연락, 주소록 | 連絡先, 連絡, 電話帳, 住所録 | 联系人, 联系, 通讯录, 连络人, 联系方式 | contacto*, contact* | contato*, contact* | contact* | kontakt*
phone, telephone | 전화, 휴대폰, 전화번호, 핸드폰 | 電話, 携帯, 電話番号, スマホ, 携帯電話 | 电话, 手机, 电话号码 | teléfono*, móvil*, celular* | telefone*, celular* | téléphone*, portable* | telefon*, handy*
chat, conversation | 채팅, 대화, 챗 | チャット, 会話, トーク | 聊天, 对话, 会话 | chat*, conversaci* | chat*, bate-papo, conversa* | chat*, discussion*, conversation* | chat*, gespräch*, unterhaltung*
channel | 채널 | チャンネル, チャネル | 频道, 渠道, 通道 | canal* | canal, canais | canal, canaux, chaîne* | kanal*, kanäle*
calendar | 캘린더, 달력 | カレンダー, 暦 | 日历, 行事历, 日程表 | calendario*, agenda | calendário*, agenda | calendrier*, agenda | kalender*
event | 이벤트, 행사, 일정 | イベント, 予定, 行事, 催し | 活动, 事件, 日程 | evento* | evento* | événement*, évènement* | ereignis*, veranstaltung*, termin*
meeting | 회의, 미팅 | 会議, ミーティング, 打ち合わせ, 打合せ | 会议, 开会, 会面 | reuni* | reuni* | réunion* | besprechung*, meeting*, sitzung*, treffen
appointment | 약속, 예약 | アポ, 約束, 予約 | 约会, 预约, 约见 | cita, citas | consulta*, compromisso* | rendez-vous, rdv | termin*, verabredung*
attendee, participant | 참석자, 참가자 | 参加者, 出席者 | 参会者, 参与者, 与会者 | asistente*, participante* | participante* | participant* | teilnehm*
availability, free, slot | 가능, 빈 시간, 여유, 공석, 빈자리, 비어 있다 | 空き, 空き状況, 空き時間, 空席, 空いている | 空闲, 空位, 有空, 可用, 空房 | disponib*, libre*, hueco* | disponí*, disponib*, livre*, vaga* | disponib*, libre*, créneau* | verfügbar*, frei, freie*, freien
minutes, note | 회의록, 메모, 노트, 기록 | 議事録, メモ, ノート, 覚書 | 会议纪要, 会议记录, 笔记, 备忘录, 便签, 记录 | nota*, acta*, apunte* | nota*, ata, anotaç* | note*, compte-rendu, procès-verbal | notiz*, protokoll*
agenda, topic | 안건, 의제, 주제 | 議題, アジェンダ, 話題, テーマ | 议程, 议题, 话题, 主题 | tema*, orden | pauta*, tema*, tópico* | thème*, sujet*, ordre | tagesordnung*, thema, themen
room | 회의실, 방, 객실 | 会議室, 部屋, ルーム | 会议室, 房间, 室 | sala*, habitaci*, cuarto* | sala*, quarto* | salle*, chambre*, pièce* | raum*, räume*, zimmer*, saal
task, todo | 작업, 할일, 할 일, 과제, 업무, 태스크 | タスク, 作業, やること, 用事, 課題 | 任务, 待办, 待办事项, 事项 | tarea*, pendiente* | tarefa*, pendência* | tâche* | aufgabe*
project | 프로젝트 | プロジェクト, 企画, 案件 | 项目, 专案, 计划 | proyecto* | projeto* | projet* | projekt*
milestone, deadline, due | 마일스톤, 마감, 기한, 마감일 | 期限, 締め切り, マイルストーン, 締切, 期日 | 里程碑, 截止日期, 期限, 到期, 截止 | hito*, plazo*, vencimiento*, vence*, límite | marco*, prazo*, vencimento* | échéance*, jalon*, délai* | meilenstein*, frist*, fällig*
priority, urgent | 우선순위, 긴급, 급한 | 優先度, 優先順位, 緊急, 至急, 急ぎ | 优先级, 紧急, 优先 | prioridad*, urgent* | prioridad*, urgent* | priorité*, urgent* | priorität*, dringend*
board | 보드, 게시판 | ボード, 掲示板 | 看板, 公告板 | tablero* | quadro* | tableau* | board*, tafel*
sprint, backlog | 스프린트, 백로그 | スプリント, バックログ | 冲刺, 待办列表 | sprint* | sprint* | sprint* | sprint*
report | 보고서, 리포트, 보고 | レポート, 報告書, 報告 | 报告, 报表 | informe*, reporte* | relatóri* | rapport* | bericht*
presentation, slide | 발표, 프레젠테이션, 슬라이드 | プレゼン, プレゼンテーション, スライド, 発表 | 演示文稿, 幻灯片, 演示, 简报 | presentaci*, diapositiva* | apresentaç*, slide* | présentation*, diapo* | präsentation*, folie*
survey, poll, vote | 설문, 설문조사, 투표 | アンケート, 調査, 投票 | 调查, 问卷, 投票 | encuesta*, vota*, voto* | pesquisa, enquete*, vota*, voto* | sondage*, enquête*, vote* | umfrage*, abstimm*
announcement, notice | 공지, 공지사항, 안내, 발표 | お知らせ, 告知, 掲示 | 公告, 通告, 告示 | anuncio*, comunicado* | anúncio*, comunicado*, aviso* | annonce* | ankündigung*, mitteilung*, bekanntmachung*
post, article | 게시물, 게시글, 글, 기사, 포스트 | 投稿, 記事, ポスト | 帖子, 文章, 贴文, 推文 | publicaci*, artículo*, entrada* | postage*, artigo*, publicaç* | publication*, article*, billet* | beitrag*, beiträge*, artikel*
blog | 블로그 | ブログ | 博客, 部落格 | blog* | blog* | blog* | blog*
forum, community | 포럼, 커뮤니티 | フォーラム, コミュニティ | 论坛, 社区, 社群 | foro*, comunidad* | fórum*, comunidade* | forum*, communauté* | forum*, foren, gemeinschaft*
company, business | 회사, 기업, 업체, 법인, 사업 | 会社, 企業, 法人, ビジネス, 事業 | 公司, 企业, 商家, 业务 | empresa*, compañía*, negocio* | empresa*, companhia*, negócio* | entreprise*, société*, affaire* | firma, firmen, unternehmen*, geschäft*
department, team | 부서, 팀 | 部署, チーム, 部門 | 部门, 团队, 小组, 队 | departamento*, equipo* | departamento*, equipe*, time, times | département*, équipe*, service* | abteilung*, team*
employee, staff, worker | 직원, 사원, 근로자, 종업원 | 社員, 従業員, スタッフ, 職員 | 员工, 职员, 雇员, 人员 | emplead*, personal, trabajador* | funcionári*, empregad*, pessoal | employé*, salarié*, personnel* | mitarbeit*, angestellt*, personal*
manager, boss | 매니저, 관리자, 상사, 팀장 | 上司, マネージャー, 部長, 課長, 店長 | 经理, 主管, 上司, 老板 | gerente*, jef* | gerente*, chef* | responsable*, chef*, manager* | manager*, vorgesetzt*, leiter*
colleague | 동료 | 同僚 | 同事 | compañer*, colega* | colega* | collègue* | kolleg*
job, position, vacancy | 일자리, 채용, 구인, 직무, 취업 | 仕事, 求人, 採用, 職, 就職 | 工作, 职位, 招聘, 岗位, 职缺 | trabajo*, empleo*, puesto*, vacante* | emprego*, vaga*, cargo* | emploi*, poste*, offre* | stelle*, job*, arbeit*
candidate, applicant, resume | 지원자, 후보자, 이력서 | 応募者, 候補者, 履歴書 | 候选人, 应聘者, 简历, 申请人, 履历 | candidat*, currícul* | candidat*, currícul* | candidat*, cv | bewerber*, kandidat*, lebenslauf*
interview | 면접, 인터뷰 | 面接, インタビュー | 面试, 采访 | entrevist* | entrevist* | entretien*, interview* | vorstellungsgespräch*, interview*
vacation, leave, holiday | 휴가, 연차, 휴일, 공휴일, 방학 | 休暇, 休日, 有給, 祝日, 休み, バカンス | 假期, 休假, 请假, 节假日, 年假, 度假 | vacacion*, feriado*, festivo*, licencia* | férias, feriado*, licença* | congé*, vacance*, férié* | urlaub*, ferien*, feiertag*
absence, sick leave | 결근, 병가, 부재 | 欠勤, 病欠, 不在 | 缺勤, 病假 | ausencia*, baja* | ausência*, afastamento* | absence*, arrêt* | abwesen*, krankmeld*
overtime | 초과근무, 야근, 연장근무 | 残業, 時間外 | 加班 | | | supplémentaire* | überstunde*
attendance, shift, clock | 출근, 근무, 출석, 교대, 퇴근, 근태 | 勤務, 出勤, 出席, シフト, 退勤, 勤怠 | 考勤, 出勤, 班次, 打卡, 上班, 值班, 排班 | asistencia*, turno*, fichar | presença*, turno*, ponto | présence*, pointage* | anwesen*, schicht*, dienstplan*
timesheet, hour | 근무시간, 타임시트 | 勤務時間, タイムシート, 工数 | 工时, 时间表 | horas | horas | heures, feuille | arbeitszeit*, stunden*, stundenzettel*
salary, payroll, wage | 급여, 월급, 연봉, 임금 | 給与, 給料, 賃金, 年収 | 工资, 薪资, 薪水, 工资单 | salario*, sueldo*, nómina* | salári*, folha | salaire*, paie, paye | gehalt*, gehälter*, lohn*, löhne*
expense | 경비, 지출, 비용, 출장비 | 経費, 支出, 出費, 費用 | 费用, 支出, 开支, 开销, 报销 | gasto*, viático* | despesa*, gasto* | dépense*, frais | ausgabe*, spese*, auslage*, kosten
contract, agreement | 계약, 계약서, 협약, 약관 | 契約, 契約書, 合意, 規約 | 合同, 协议, 契约, 合约 | contrato*, acuerdo* | contrato*, acordo* | contrat*, accord* | vertrag*, verträge*, vereinbarung*
supplier, vendor | 공급업체, 거래처, 협력사, 납품업체 | 仕入先, 業者, 取引先, サプライヤー | 供应商, 厂商, 卖家 | proveedor* | fornecedor* | fournisseur* | lieferant*, anbieter*
lead, opportunity, deal | 리드, 기회, 거래, 잠재고객 | 見込み客, リード, 商談, 取引, 案件 | 线索, 商机, 交易, 潜在客户 | oportunidad*, prospecto*, trato* | oportunidad*, negóci* | opportunité*, prospect*, affaire* | interessent*, verkaufschance*, lead*, geschäft*
campaign, marketing | 캠페인, 마케팅 | キャンペーン, マーケティング | 活动, 营销, 推广, 行销 | campaña*, marketing | campanha*, marketing | campagne*, marketing | kampagne*, marketing
advertisement, ad | 광고 | 広告 | 广告 | anuncio*, publicidad | anúncio*, publicidade, propaganda | publicité*, annonce*, pub | anzeige*, werbung*
feedback, complaint | 피드백, 불만, 민원, 의견 | フィードバック, 苦情, 意見, クレーム | 反馈, 投诉, 意见, 抱怨 | queja*, reclam*, opinión* | reclam*, queixa*, opinião | plainte*, réclam*, retour* | beschwerde*, rückmeldung*, feedback
law, legal | 법, 법률, 법적 | 法律, 法, 法務 | 法律, 法规, 法务 | ley, leyes, legal* | lei, leis, legal, legais | loi, lois, juridique*, légal* | gesetz*, recht*, rechtlich*
lawyer, court, case | 변호사, 법원, 사건, 소송 | 弁護士, 裁判所, 訴訟, 事件 | 律师, 法院, 案件, 诉讼 | abogad*, juzgado*, tribunal* | advogad*, tribunal*, processo* | avocat*, tribuna* | anwalt*, anwält*, gericht*, klage*
process, approval, request | 결재 | 稟議 | 审批流程 | trámite* | trâmite* | démarche* | verfahren*
goal, target | 목표 | 目標, ゴール | 目标 | meta, metas, objetivo* | meta, metas, objetivo* | objectif*, but, buts | ziel*
idea, proposal | 아이디어, 제안, 제안서 | アイデア, 提案, 提案書 | 想法, 提案, 点子, 建议书 | idea*, propuest* | ideia*, propost* | idée*, proposition* | idee*, vorschlag*, angebot*
training, workshop | 교육, 연수, 워크숍 | 研修, ワークショップ, 講習 | 培训, 研讨会, 讲座 | capacitaci*, taller*, formaci* | treinamento*, oficina*, formaç* | formation*, atelier* | schulung*, workshop*, fortbildung*
desk, seat, equipment | 책상, 좌석, 자리, 장비, 비품 | 机, 席, 座席, 設備, 備品, 機材 | 座位, 工位, 设备, 器材, 桌子 | escritorio*, asiento*, equipo* | mesa*, assento*, equipamento* | bureau*, siège*, équipement* | schreibtisch*, sitzplatz*, sitzplätz*, platz, ausstattung*
office, branch | 사무실, 지점, 지사 | オフィス, 事務所, 支店 | 办公室, 分公司, 分店 | oficina*, sucursal* | escritório*, filial, filiais | bureau*, agence*, succursale* | büro*, filiale*, niederlassung*
visitor, guest | 방문자, 손님, 게스트, 방문객 | 来客, 訪問者, ゲスト, お客 | 访客, 客人, 来宾, 宾客 | visitante*, huésped*, invitad* | visitante*, hóspede*, convidad* | visiteur*, invité*, hôte* | besuch*, gast, gäste*
`;
